package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptScenarioTest {

  private static final String SHOP = "../examples/manifests/shop";

  @TempDir Path dir;

  private String file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private Ran shop(String script, String... more) throws IOException {
    String[] args = {"simulate", SHOP, "--timeline", "--script", file("s.yaml", script)};
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of(more));
    return Ran.berth(all.toArray(String[]::new));
  }

  @Test
  void theExampleTellsAStory() {
    var ran = Ran.berth("simulate", SHOP, "--script", "../examples/scripts/shop.yaml", "--timeline");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(ran.out())
        .contains("        0s  node node-c joins: cpu 8, memory 16Gi, pods 20, taints dedicated=batch:NoSchedule\n")
        .contains("       30s  script: scale deployment/shop/web to 6\n")
        .contains("        1m  node node-b changes: cordoned\n")
        .contains("        2m  shop/training is ready (NodeUpdateNodeTaint: node-b, uncordoned)\n")
        .contains("        3m  shop/training bound to node-a\n")
        .endsWith("13 pods to place on 3 nodes beside 1 running: 13 placed, 0 pending\n");
  }

  @Test
  void theSameScriptGivesTheSameStory() {
    String[] args = {"simulate", SHOP, "--script", "../examples/scripts/shop.yaml", "--timeline", "-o", "json"};
    assertThat(Ran.berth(args)).isEqualTo(Ran.berth(args));
  }

  @Test
  void untilEndsTheRun() throws IOException {
    String script = "- {at: 30s, delete: pod/shop/database-0}\n- {at: 1m, delete: node/node-c}\n";
    assertThat(shop(script, "--until", "45s").out()).contains("database-0 is gone").doesNotContain("node-c leaves");
    assertThat(shop(script, "--until", "2026-01-01T00:01:00Z").out()).contains("node node-c leaves");
    var ran = shop(script, "--until", "later");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("--until later is no time of this run; write it like 30s");
  }

  @Test
  void theTimelineIsPartOfTheJson() throws IOException {
    var ran = shop("- {at: 1m, cordon: node-a}\n", "-o", "json");
    assertThat(ran.out())
        .contains("\"timeline\": [")
        .contains("\"what\": \"step\",\n      \"text\": \"cordon node-a\"")
        .contains("\"what\": \"cycle\",\n      \"namespace\": \"shop\",\n      \"pod\": \"training\",\n      \"cycle\": 1");
  }

  @Test
  void podsOfWorkloadsComeAgainUnlessTheyAreScaledDown() throws IOException {
    assertThat(shop("- {at: 1s, delete: pod/shop/web-*}\n").out()).endsWith("10 pods to place on 3 nodes beside 1 running: 9 placed, 1 pending\n");
    assertThat(shop("- {at: 1s, scale: deployments/shop/web, replicas: 1}\n").out())
        .endsWith("10 pods to place on 3 nodes beside 1 running: 6 placed, 1 pending; 3 deleted again\n");
    assertThat(shop("- {at: 1s, scale: statefulset/shop/cache, replicas: 0}\n").out()).contains("shop/cache-1 is gone");
  }

  @Test
  void whatIsBroughtIsScheduled() throws IOException {
    file("more.yaml", "{apiVersion: v1, kind: Node, metadata: {name: big}, status: {allocatable: {cpu: 64, memory: 64Gi, pods: 99}}}\n");
    var ran = shop("- at: 1s\n  apply: more.yaml\n- at: 2s\n  apply: more.yaml\n");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).doesNotContain("node big changes").contains("node big joins: cpu 64").contains("shop/training bound to big").contains("big     0% -> 9%");
  }

  @Test
  void everythingThatIsWrongIsToldWithItsLine() throws IOException {
    var ran = shop(
        """
        - at: soon
          delete: pod/a
        - delete: pod/a
        - at: 1s
        - at: 1s
          delete: pod/a
          cordon: node-a
        - at: 2s
          scale: pod/a
          replicas: many
        - at: 3s
          delete: web
          force: true
        - at: 4s
          create: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, resources: {requests: {cpu: lots}}}]}}
        - at: 5s
          apply: nowhere.yaml
        """);
    String at = "error: " + dir.resolve("s.yaml") + ":";
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains(at + "1: at: \"soon\" is no time of this run; write it like 30s")
        .contains(at + "3: at: is missing; write it like 30s")
        .contains(at + "4: the step does nothing; give it exactly one of create, apply, delete, finish, patch, cordon, uncordon, drain, scale\n")
        .contains(at + "5: the step does several things: delete, cordon; ")
        .contains(at + "8: scale: pod/default/a cannot be scaled; ")
        .contains(at + "10: replicas: is missing or no number of pods; ")
        .contains(at + "12: delete: \"web\" names no object; ")
        .contains(at + "13: force: unknown field of a step that does delete; it has at, delete\n")
        .contains(at + "15: Pod default/p: spec.containers[0].resources.requests.cpu: \"lots\" is no quantity; ")
        .contains(at + "17: apply: names the file nowhere.yaml, which cannot be read; ");
  }

  @Test
  void aStepThatCannotBeDoneIsToldWithItsLine() throws IOException {
    var ran = shop("- at: 1s\n  delete: pod/shop/ghost\n- at: 2s\n  patch: node/node-a\n  with: {status: {allocatable: 7}}\n");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains("s.yaml:1: there is no pod/shop/ghost at that time; ")
        .contains("s.yaml:5: Node node-a: status.allocatable: \"7\" is a whole number, but must be an object; ");
  }

  @Test
  void aScriptIsOneFile() {
    var ran = Ran.berth("simulate", SHOP, "--script", dir.toString());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).isEqualTo("error: " + dir + ": is a directory; name a file that has the steps\n");
  }

  @Test
  void aPodIsBroughtToNoNodeThatIsNotThere() throws IOException {
    String pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node-z, containers: [{name: c}]}}";
    var ran = shop("- at: 1s\n  create: " + pod + "\n");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("error: " + dir.resolve("s.yaml") + ":2: Pod default/p: spec.nodeName: there is no node node-z at that time; create it first, or leave this out\n");
    String node = "{apiVersion: v1, kind: Node, metadata: {name: node-z}}";
    assertThat(shop("- at: 1s\n  create: [" + node + ", " + pod + "]\n").status()).isZero();
  }

  @Test
  void aNameIsTakenAsItIsWrittenButForItsStars() throws IOException {
    var ran = shop("- {at: 1s, delete: 'pod/shop/a\\Ex('}\n- {at: 2s, delete: 'pod/shop/d.tabase-*'}\n- {at: 3s, delete: 'pod/shop/d*-*'}\n");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines())
        .containsExactly(
            "error: " + dir.resolve("s.yaml") + ":1: there is no pod/shop/a\\Ex( at that time; check the name; a star stands for any letters",
            "error: " + dir.resolve("s.yaml") + ":2: there is no pod/shop/d.tabase-* at that time; check the name; a star stands for any letters");
  }

  @Test
  void aPatchWithAnEmptyEntryInAListIsToldWithItsLine() throws IOException {
    var ran = shop("- at: 1s\n  patch: node/node-a\n  with: {spec: {taints: [null]}}\n");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("s.yaml:3: Node node-a: spec.taints[0]: is empty; remove it or give it a value");
  }

  @Test
  void whatAPatchMakesIsCheckedAsAManifestIs() throws IOException {
    var ran = shop(
        """
        - at: 1s
          patch: node/node-a
          with:
            status: {allocatable: {cpu: -3}}
        - at: 1s
          patch: pod/shop/database-0
          with:
            spec:
              priority: 99999999999
              tolerations: [{operator: Exist}]
        - {at: 2s, patch: node/node-b, with: {spec: {taints: [{key: a, effect: noSchedule}]}}}
        - {at: 2s, patch: node/node-b, with: {metadata: {name: node-d}}}
        - {at: 2s, patch: pod/shop/database-0, with: {spec: {nodeName: node-b}}}
        - at: 3s
          patch: node/node-b
          with:
            kind: Pod
            metadata: {labels: {zone: 1.20}}
        """);
    String at = "error: " + dir.resolve("s.yaml") + ":";
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines())
        .containsExactly(
            at + "4: Node node-a: status.allocatable.cpu: \"-3\" is negative; give an amount of 0 or more",
            at + "9: Pod shop/database-0: spec.priority: 99999999999 is out of range; the limits are -2147483648 and 2147483647",
            at + "5: Pod shop/database-0: spec.tolerations[0].operator: \"Exist\" is not known; use one of Equal, Exists, Gt, Lt",
            at + "11: Node node-b: spec.taints[0].effect: \"noSchedule\" is not known; use one of NoExecute, NoSchedule, PreferNoSchedule",
            at + "12: Node node-b: metadata.name: cannot be changed; leave it out, or delete the object and create another one",
            at + "13: Pod shop/database-0: spec.nodeName: cannot be changed; leave it out, or delete the object and create another one",
            at + "17: Node node-b: kind: cannot be changed; leave it out, or delete the object and create another one");
  }

  @Test
  void aFieldOfAPatchThatIsNotKnownIsAWarning() throws IOException {
    var ran = shop("- at: 1s\n  patch: node/node-a\n  with: {spec: {unschedulabel: true}}\n");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).contains("s.yaml:3: Node node-a: spec.unschedulabel: unknown field; it is ignored; check its spelling and place");
  }

  @Test
  void applyReplacesWhatIsThereWhateverItIs() throws IOException {
    var ran = shop(
        """
        - at: 1s
          apply: {apiVersion: v1, kind: Namespace, metadata: {name: games, labels: {a: b}}}
        - at: 2s
          apply: {apiVersion: v1, kind: Namespace, metadata: {name: games, labels: {a: c}}}
        """);
    assertThat(ran.status()).isZero();
  }

  @Test
  void speedShowsEachLineWhenItsTimeComes() throws IOException {
    var ran = shop("- {at: 1s, cordon: node-a}\n", "--speed", "1000000");
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).startsWith("        0s  node node-a joins").contains("        1s  node node-a changes: cordoned\n\nPlaced\n");
    assertThat(shop("- {at: 1s, cordon: node-a}\n", "--speed", "0").err()).startsWith("--speed 0.0 is no factor");
  }

  @Test
  void aTraceHasATimelineToo() throws IOException {
    file("openb_node_list_x.csv", "sn,cpu_milli,memory_mib,gpu,model\nn1,1000,1024,1,T4\n");
    file("openb_pod_list_x.csv",
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\nfirst,500,1,1,600,,,,0,10,\nwaits,500,1,1,600,,,,5,30,\n");
    var ran = Ran.berth("simulate", "--trace-format", "openb", dir.toString(), "--timeline");
    assertThat(ran.out()).contains("       10s  default/waits is ready (resource.k8s.io/ResourceClaimDelete: claim default/first is gone)").contains("default/waits bound to n1");
    ran = Ran.berth("simulate", "--trace-format", "openb", dir.toString(), "--until", "8s");
    assertThat(ran.out()).endsWith("2 pods: 1 placed, 1 failed\n");
  }
}
