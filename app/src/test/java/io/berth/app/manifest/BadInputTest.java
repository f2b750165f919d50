package io.berth.app.manifest;

import static io.berth.app.manifest.ManifestReaderTest.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BadInputTest {

  private static String withContainer(String lines) {
    return pod("web") + lines.indent(4);
  }

  @Test
  void malformedYamlNamesItsLineAndTheNextDocumentsAreStillRead() {
    var reading = Reading.of(pod("a") + "---\na: b: c\n---\nkind: [\n---\n" + pod("b"));
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:9: document 2: malformed YAML: mapping values are not allowed here; correct the text there",
            "in.yaml:11: document 3: kind: is a list, but must be text; correct its value",
            "in.yaml:12: document 3: malformed YAML: while parsing a flow node, expected the node content, but found '<stream end>'; correct the text there");
    assertThat(reading.subjects()).containsExactly("Pod default/a", "Pod default/b");
  }

  @Test
  void anUnclosedQuoteIsToldWhereItBegins() {
    assertThat(Reading.of("a: 1\nb: \"x\n\nc: 2\n").errors())
        .containsExactly("in.yaml:2: document 1: malformed YAML: while scanning a quoted scalar, found unexpected end of stream; correct the text there");
  }

  @Test
  void malformedJsonNamesItsLine() {
    assertThat(Reading.ofJson("{\"apiVersion\": \"v1\",\n \"kind\": }").errors())
        .containsExactly(
            "in.json:2: document 1: malformed JSON: Unexpected character ('}' (code 125)): expected a value; correct the text there");
    assertThat(Reading.ofJson("{\"apiVersion\": \"v1\",\n \"items\": [").errors()).hasSize(1);
  }

  @Test
  void bytesThatAreNoTextAreTold() {
    var bytes = "a: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Reading.of("in.yaml", bytes).errors())
        .containsExactly("in.yaml:1: document 1: is not UTF-8 text (somewhere after this line); save it as UTF-8");
    assertThat(Reading.of("a: \u0001\n").errors())
        .containsExactly(
            "in.yaml:1: document 1: malformed YAML: a character that YAML does not allow, U+0001, stands after this line; remove it");
  }

  @Test
  void aWrongTypeNamesFieldAndWhatIsThere() {
    var reading =
        Reading.of(
            withContainer(
                """
                image: 5
                resources:
                  requests: {cpu: [1], memory: {a: 1}}
                ports: {containerPort: 80}
                restartPolicyRules: x
                """)
                + "  priority: high\n  hostNetwork: 1\n  nodeSelector: {a: yes}\n  tolerations: [a, null]\n  affinity: 3\n");
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].image: \"5\" is a whole number, but must be text; put it in quotes",
            "in.yaml:10: document 1: Pod default/web: spec.containers[0].resources.requests.cpu: is a list, but must be a quantity such as 500m or 2Gi; correct its value",
            "in.yaml:10: document 1: Pod default/web: spec.containers[0].resources.requests.memory: is an object, but must be a quantity such as 500m or 2Gi; correct its value",
            "in.yaml:11: document 1: Pod default/web: spec.containers[0].ports: is an object, but must be a list; correct its value",
            "in.yaml:12: document 1: Pod default/web: spec.containers[0].restartPolicyRules: \"x\" is text, but must be a list; correct its value",
            "in.yaml:13: document 1: Pod default/web: spec.priority: \"high\" is text, but must be a whole number; write it without quotes, if that is what it is",
            "in.yaml:14: document 1: Pod default/web: spec.hostNetwork: \"1\" is a whole number, but must be true or false; correct its value",
            "in.yaml:15: document 1: Pod default/web: spec.nodeSelector.a: \"yes\" is true or false, but must be text; put it in quotes",
            "in.yaml:16: document 1: Pod default/web: spec.tolerations[0]: \"a\" is text, but must be an object; correct its value",
            "in.yaml:16: document 1: Pod default/web: spec.tolerations[1]: is empty; remove it or give it a value",
            "in.yaml:17: document 1: Pod default/web: spec.affinity: \"3\" is a whole number, but must be an object; correct its value");
    assertThat(reading.manifests()).isEmpty();
  }

  @Test
  void numbersOutOfRangeAreTold() {
    var reading = Reading.of(pod("web") + "  priority: 3000000000\n  activeDeadlineSeconds: 99999999999999999999\n");
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/web: spec.priority: 3000000000 is out of range; the limits are -2147483648 and 2147483647",
            "in.yaml:9: document 1: Pod default/web: spec.activeDeadlineSeconds: 99999999999999999999 is out of range; the limits are -9223372036854775808 and 9223372036854775807");
  }

  @Test
  void badQuantitiesAreTold() {
    var reading =
        Reading.of(
            withContainer("resources: {requests: {cpu: -1, memory: 1 Gi, a/b: 5x, c/d: }}\n")
                + "  overhead: {cpu: -5m}\n---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: -2}, capacity: {cpu: two}}\n");
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].resources.requests.cpu: \"-1\" is negative; give an amount of 0 or more",
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].resources.requests.memory: \"1 Gi\" is no quantity; write it like 2, 500m, 0.5, 128Mi or 1e3",
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].resources.requests[a/b]: \"5x\" is no quantity; write it like 2, 500m, 0.5, 128Mi or 1e3",
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].resources.requests[c/d]: is empty; remove it or give it a value",
            "in.yaml:9: document 1: Pod default/web: spec.overhead.cpu: \"-5m\" is negative; give an amount of 0 or more",
            "in.yaml:14: document 2: Node n1: status.allocatable.cpu: \"-2\" is negative; give an amount of 0 or more",
            "in.yaml:14: document 2: Node n1: status.capacity.cpu: \"two\" is no quantity; write it like 2, 500m, 0.5, 128Mi or 1e3");
  }

  @Test
  void unknownFieldsAreWarnedOfOncePerPlaceWithACount() {
    var reading = Reading.of(pod("a") + "    resource: {}\n  - name: d\n    resource: {}\nstatus2: 1\n---\n" + pod("b") + "    resource: 1\n");
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.manifests()).hasSize(2);
    assertThat(reading.warnings())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/a: spec.containers[0].resource: unknown field; it is ignored; check its spelling and place (3 times; this is the first)",
            "in.yaml:11: document 1: Pod default/a: status2: unknown field; it is ignored; check its spelling and place");
    assertThat(reading.problems().warningCount()).isEqualTo(4);
  }

  @Test
  void kindsThatAreNotReadAreWarnedOfWithACount() {
    var reading =
        Reading.of(
            """
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: b}}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
            ---
            {apiVersion: example.com/v1, kind: Foo, metadata: {name: c}}
            ---
            {apiVersion: apps/v1beta1, kind: Deployment, metadata: {name: d}}
            ---
            {apiVersion: v1, kind: pod, metadata: {name: e}}
            """);
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.manifests()).isEmpty();
    assertThat(reading.warnings())
        .containsExactly(
            "in.yaml:1: document 1: kind v1 ConfigMap is not used by the simulation, and the object is left out (2 times; this is the first)",
            "in.yaml:5: document 3: kind example.com/v1 Foo is not known, and the object is left out",
            "in.yaml:7: document 4: kind apps/v1beta1 Deployment is not known, and the object is left out; only apps/v1 Deployment is read",
            "in.yaml:9: document 5: kind v1 pod is not known, and the object is left out; only v1 Pod is read");
  }

  @Test
  void whatEveryObjectNeedsIsAskedFor() {
    var reading =
        Reading.of(
            """
            {apiVersion: v1, metadata: {name: a}}
            ---
            {kind: Pod}
            ---
            a: 1
            ---
            just text
            ---
            {apiVersion: v1, kind: Node}
            ---
            {apiVersion: v1, kind: Pod, metadata: {namespace: x}, spec: {containers: []}}
            ---
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: -1, template: {spec: {containers: [{name: c}]}}}}
            ---
            {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {parallelism: -1}}
            ---
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r}}
            """);
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:1: document 1: kind is missing; a manifest needs both",
            "in.yaml:3: document 2: Pod: apiVersion is missing; a manifest needs both",
            "in.yaml:5: document 3: kind and apiVersion are missing; a manifest needs both",
            "in.yaml:7: document 4: is text, but must be an object; begin it with apiVersion and kind",
            "in.yaml:9: document 5: Node: metadata.name: is missing; give a name",
            "in.yaml:11: document 6: Pod: metadata.name: is missing; give a name, or a generateName",
            "in.yaml:11: document 6: Pod: spec.containers: is empty; give it at least one container",
            "in.yaml:13: document 7: Deployment default/d: spec.replicas: -1 is negative; give 0 or more",
            "in.yaml:15: document 8: Job default/j: spec.template: is missing; give it a pod template",
            "in.yaml:15: document 8: Job default/j: spec.parallelism: -1 is negative; give 0 or more",
            "in.yaml:17: document 9: ReplicaSet default/r: spec: is missing; give it a pod template");
    assertThat(reading.manifests()).isEmpty();
  }

  @Test
  void whatAnApiServerRequiresIsAskedFor() {
    var reading =
        Reading.of(
            pod("web")
                + """
                    ports: [{hostPort: 80}]
                  - image: x
                  tolerations: [{}]
                  topologySpreadConstraints: [{topologyKey: "", whenUnsatisfiable: null, maxSkew: 1}]
                  affinity:
                    podAffinity:
                      preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]
                ---
                {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {volumeClaimTemplates: [{}], template: {spec: {containers: [{name: c}]}}}}
                """);
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].ports[0].containerPort: is missing; give it a value",
            "in.yaml:10: document 1: Pod default/web: spec.containers[1].name: is missing; give it a value",
            "in.yaml:11: document 1: Pod default/web: spec.topologySpreadConstraints[0].topologyKey: is empty; give it a value",
            "in.yaml:11: document 1: Pod default/web: spec.topologySpreadConstraints[0].whenUnsatisfiable: is empty; give it a value",
            "in.yaml:14: document 1: Pod default/web: spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm: is missing; give it a value",
            "in.yaml:1: document 1: Pod default/web: spec.tolerations[0].key: is missing; give it, or tolerate all taints with operator Exists",
            "in.yaml:16: document 2: StatefulSet default/s: spec.volumeClaimTemplates[0].metadata.name: is missing; give a name");
  }

  @Test
  void listsThatContradictThemselvesAreTold() {
    var reading =
        Reading.of(
            """
            apiVersion: v1
            kind: List
            items: 5
            ---
            apiVersion: v1
            kind: PodList
            items:
            - {apiVersion: v1, kind: Node, metadata: {name: a}, spec: {containers: [{name: c}]}}
            - x
            ---
            apiVersion: v1
            items:
            - {metadata: {name: a}}
            kind: PodList
            ---
            items: []
            kind: 5
            """);
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:3: document 1: List: items: is a whole number, but must be a list; correct its value",
            "in.yaml:8: document 2 item 1: Pod default/a: kind: is Node, but this is a list of v1 Pod; use kind List for a mixed list",
            "in.yaml:9: document 2 item 2: is text, but must be an object; begin it with apiVersion and kind",
            "in.yaml:13: document 3 item 1: kind and apiVersion are missing; name them at the item, or put the list's kind before its items",
            "in.yaml:17: document 4: kind: is a whole number, but must be text; correct its value",
            "in.yaml:16: document 4: kind and apiVersion are missing; a list needs both");
  }

  @Test
  void fieldsThatAreGivenTwiceAreTold() {
    var reading = Reading.of("kind: Node\n" + pod("a").replace("Pod", "Node").replace("spec:\n  containers:\n  - name: c\n", "") + "  labels: {a: x, a: z}\n  name: b\n");
    assertThat(reading.errors())
        .containsExactly(
            "in.yaml:3: document 1: Node b: kind: is given twice; remove one of them",
            "in.yaml:6: document 1: Node b: metadata.labels.a: is given twice; remove one of them",
            "in.yaml:7: document 1: Node b: metadata.name: is given twice; remove one of them");
  }

  @Test
  void whatYamlCanDoButKubernetesCannotIsTold() {
    assertThat(Reading.of("base: &b {a: 1}\nspec:\n  <<: *b\n").errors())
        .containsExactly("in.yaml:3: document 1: merge keys (<<) are not supported; write the merged fields out");
    assertThat(Reading.of("a: *nope\n").errors())
        .containsExactly("in.yaml:1: document 1: malformed YAML: nothing before this line is called &nope; define it first");
    for (String cyclic : new String[] {"a: &x [*x]\n", "b: &x 1\na: &x {c: *x}\n"}) {
      assertThat(Reading.of(cyclic).errors())
          .singleElement()
          .asString()
          .endsWith("document 1: malformed YAML: *x stands inside of &x, without an end; write it out");
    }
    assertThat(Reading.of("? [a]\n: b\n").errors())
        .containsExactly("in.yaml:1: document 1: malformed YAML: a key is a list; use text as the key");
    assertThat(Reading.of("- ".repeat(600) + "a\n").errors())
        .contains("in.yaml:1: document 1: is nested too deep (more than 512 levels); flatten it");
  }

  @Test
  void aliasesThatExplodeAreStopped() {
    var bomb = new StringBuilder("apiVersion: v1\nkind: Pod\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n");
    for (int i = 1; i < 9; i++) {
      bomb.append("x").append(i).append(": &x").append(i).append(" [").append(("*x" + (i - 1) + ", ").repeat(9)).append("a]\n");
    }
    assertThat(Reading.of(bomb.toString()).errors())
        .singleElement()
        .asString()
        .contains("the aliases expand to more than 1000000 values; write the document without aliases");
  }

  @Test
  void anEmptyFileIsToldWhenTheUserNamedIt() {
    for (String text : new String[] {"", "\n\n", "# nothing\n", "---\n---\n", "~\n"}) {
      assertThat(Reading.of(text).errors()).as(text).containsExactly("in.yaml: has no manifests in it; name a file that has some");
    }
  }

  @Test
  void manyErrorsAreCountedBeyondTheCap() {
    var reading = Reading.of("a: 1\n---\n".repeat(60));
    assertThat(reading.errors()).hasSize(Problems.CAP + 1).last().isEqualTo("and 10 more errors");
    assertThat(reading.problems().errorCount()).isEqualTo(60);
  }
}
