package io.berth.app.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.ManifestReader;
import io.berth.app.manifest.Problems;
import io.berth.app.manifest.Source;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadExpansionTest {

  private static final String TEMPLATE =
      "template: {metadata: {labels: {app: web}, annotations: {a: b}}, spec: {schedulerName: s, containers: [{name: c}]}}";

  private final Problems problems = new Problems();

  private WorkloadExpansion.Result expand(String... documents) {
    byte[] text = String.join("\n---\n", documents).getBytes(StandardCharsets.UTF_8);
    var inventory = new Inventory(problems);
    var source = new Source("in.yaml", text.length, true, () -> new ByteArrayInputStream(text));
    new ManifestReader(inventory, problems, (s, bytes, objects) -> {}).read(List.of(source));
    assertThat(problems.errors()).isEmpty();
    return WorkloadExpansion.expand(inventory, problems);
  }

  private static List<Pod> pods(WorkloadExpansion.Result result) {
    return all(result, Pod.class);
  }

  private static <T extends HasMetadata> List<T> all(WorkloadExpansion.Result result, Class<T> type) {
    return result.manifests().stream().map(m -> m.object()).filter(type::isInstance).map(type::cast).toList();
  }

  private static List<String> names(List<? extends HasMetadata> objects) {
    return objects.stream().map(o -> o.getMetadata().getName()).toList();
  }

  private static String owned(String name, String kind, String owner, String uid, String more) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", uid: u-" + name + ", labels: {pod-template-hash: abc" + more + "}, ownerReferences: "
        + "[{apiVersion: apps/v1, kind: " + kind + ", name: " + owner + ", uid: " + uid + ", controller: true}]}, spec: {containers: [{name: c}]}}";
  }

  @Test
  void aDeploymentBecomesAReplicaSetAndItsPods() {
    String deployment =
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}, spec: {replicas: 3, selector: {matchLabels: {app: web}}, "
            + TEMPLATE + "}}";
    var result = expand(deployment);
    assertThat(result.workloads()).isEqualTo(1);
    assertThat(result.podsAdded()).isEqualTo(3);
    ReplicaSet set = all(result, ReplicaSet.class).get(0);
    String hash = set.getMetadata().getName().substring("web-".length());
    assertThat(set.getMetadata().getName()).matches("web-[a-z0-9]{9}");
    assertThat(set.getSpec().getSelector().getMatchLabels()).containsEntry("app", "web").containsEntry("pod-template-hash", hash);
    assertThat(set.getMetadata().getOwnerReferences()).singleElement().satisfies(o -> assertThat(o.getKind()).isEqualTo("Deployment"));
    assertThat(names(pods(result))).doesNotHaveDuplicates().allMatch(n -> n.matches("web-" + hash + "-[a-z0-9]{5}"));
    assertThat(pods(result))
        .allSatisfy(
            pod -> {
              assertThat(pod.getMetadata().getNamespace()).isEqualTo("shop");
              assertThat(pod.getMetadata().getUid()).isNull();
              assertThat(pod.getMetadata().getLabels()).containsEntry("app", "web").containsEntry("pod-template-hash", hash);
              assertThat(pod.getMetadata().getAnnotations()).containsEntry("a", "b");
              assertThat(pod.getSpec().getSchedulerName()).isEqualTo("s");
              var owner = pod.getMetadata().getOwnerReferences().get(0);
              assertThat(owner.getController()).isTrue();
              assertThat(owner.getKind() + "/" + owner.getName()).isEqualTo("ReplicaSet/" + set.getMetadata().getName());
            });
    assertThat(problems.warnings()).isEmpty();
    assertThat(names(pods(expand(deployment)))).as("the same names each time").isEqualTo(names(pods(result)));
  }

  @Test
  void replicasAreOneWhenNothingIsSaid() {
    assertThat(pods(expand("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {" + TEMPLATE + "}}"))).hasSize(1);
  }

  @Test
  void podsOfAReplicaSetThatAreInTheInputCount() {
    var result =
        expand(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, uid: d1}, spec: {replicas: 3, selector: {matchLabels: {app: web}}, " + TEMPLATE + "}}",
            "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-abc, uid: r1, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d1, controller: true}]}, spec: {replicas: 3, selector: {matchLabels: {app: web}}, "
                + TEMPLATE + "}}",
            owned("web-abc-1", "ReplicaSet", "web-abc", "r1", ""),
            owned("web-abc-2", "ReplicaSet", "web-abc", "r1", "") + " ",
            owned("other", "ReplicaSet", "web-abc", "r0", ""));
    assertThat(result.podsAdded()).isEqualTo(1);
    assertThat(pods(result).get(0).getMetadata().getOwnerReferences().get(0).getUid()).isEqualTo("r1");
    assertThat(problems.warnings())
        .containsExactly(
            "in.yaml:3: document 2: ReplicaSet default/web-abc: comes from an API server, but 1 of its pods is not in the input; added as if its controller had just created it");
  }

  @Test
  void finishedAndDeletedPodsDoNotCount() {
    var result =
        expand(
            "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, uid: r1}, spec: {replicas: 2, " + TEMPLATE + "}}",
            owned("a", "ReplicaSet", "web", "r1", "").replace("spec:", "status: {phase: Failed}, spec:"),
            owned("b", "ReplicaSet", "web", "r1", "").replace("uid: u-b", "uid: u-b, deletionTimestamp: \"2026-01-01T00:00:00Z\""));
    assertThat(result.podsAdded()).isEqualTo(2);
  }

  @Test
  void podsOfADeploymentWhoseReplicaSetIsNotInTheInputCount() {
    var result =
        expand(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, uid: d1}, spec: {replicas: 2, " + TEMPLATE + "}}",
            owned("web-abc-1", "ReplicaSet", "web-abc", "r1", ""));
    assertThat(result.podsAdded()).isEqualTo(1);
    assertThat(pods(result).get(0).getMetadata().getOwnerReferences().get(0).getName()).isEqualTo("web-abc");
    assertThat(all(result, ReplicaSet.class).get(0).getMetadata().getUid()).isEqualTo("r1");
  }

  @Test
  void aStatefulSetGetsItsMissingOrdinalsAndTheirClaims() {
    var result =
        expand(
            "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 3, ordinals: {start: 1}, volumeClaimTemplates: [{metadata: {name: data}}], "
                + TEMPLATE + "}}",
            "{apiVersion: v1, kind: Pod, metadata: {name: db-2}, spec: {containers: [{name: c}]}}");
    assertThat(names(pods(result))).containsExactly("db-1", "db-3", "db-2");
    Pod first = pods(result).get(0);
    assertThat(first.getMetadata().getLabels())
        .containsEntry("statefulset.kubernetes.io/pod-name", "db-1")
        .containsEntry("apps.kubernetes.io/pod-index", "1");
    assertThat(first.getSpec().getVolumes()).singleElement()
        .satisfies(v -> assertThat(v.getPersistentVolumeClaim().getClaimName()).isEqualTo("data-db-1"));
  }

  @Test
  void aJobGetsAsManyPodsAsRunAtATime() {
    String head = "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {";
    assertThat(expand(head + TEMPLATE + "}}").podsAdded()).isEqualTo(1);
    assertThat(expand(head + "parallelism: 4, completions: 3, " + TEMPLATE + "}}").podsAdded()).isEqualTo(3);
    assertThat(expand(head + "parallelism: 2, completions: 9, " + TEMPLATE + "}}").podsAdded()).isEqualTo(2);
    assertThat(expand(head + "parallelism: 2, completions: 9, " + TEMPLATE + "}, status: {succeeded: 8}}").podsAdded()).isEqualTo(1);
    assertThat(expand(head + "parallelism: 2, suspend: true, " + TEMPLATE + "}}").podsAdded()).isZero();
    assertThat(expand(head + TEMPLATE + "}, status: {conditions: [{type: Failed, status: \"True\"}]}}").podsAdded()).isZero();
    var indexed = pods(expand(head + "parallelism: 2, completions: 2, completionMode: Indexed, " + TEMPLATE + "}}"));
    assertThat(names(indexed)).allMatch(n -> n.matches("j-[01]-[a-z0-9]{5}"));
    assertThat(indexed.get(1).getMetadata().getLabels())
        .containsEntry("batch.kubernetes.io/job-completion-index", "1")
        .containsEntry("job-name", "j");
  }

  @Test
  void aDaemonSetGetsAPodForEachNodeThatItMayRunOn() {
    var result =
        expand(
            "{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {disk: ssd}}}",
            "{apiVersion: v1, kind: Node, metadata: {name: n2}}",
            "{apiVersion: v1, kind: Node, metadata: {name: n3, labels: {disk: ssd}}, spec: {taints: [{key: k, effect: NoSchedule}]}}",
            "{apiVersion: v1, kind: Node, metadata: {name: n4, labels: {disk: ssd}}, spec: {taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}}",
            "{apiVersion: v1, kind: Node, metadata: {name: n5, labels: {disk: ssd}}}",
            "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, uid: d1}, spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {nodeSelector: {disk: ssd}, containers: [{name: c}]}}}}",
            owned("agent-1", "DaemonSet", "agent", "d1", "").replace("spec: {", "spec: {nodeName: n5, "));
    assertThat(result.podsAdded()).isEqualTo(2);
    assertThat(pods(result).subList(0, 2))
        .extracting(
            p ->
                p.getSpec().getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms().get(0).getMatchFields().get(0).getValues().get(0))
        .containsExactly("n1", "n4");
    assertThat(pods(result).get(0).getSpec().getTolerations()).hasSize(6);
    assertThat(problems.warnings()).singleElement().asString().contains("2 of its pods are not in the input");
  }

  @Test
  void aReplicationControllerIsExpandedAndACronJobIsNot() {
    var result =
        expand(
            "{apiVersion: v1, kind: ReplicationController, metadata: {name: rc}, spec: {replicas: 2, selector: {app: web}, " + TEMPLATE + "}}",
            "{apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly}, spec: {schedule: \"@daily\", jobTemplate: {spec: {" + TEMPLATE + "}}}}",
            "{apiVersion: batch/v1, kind: CronJob, metadata: {name: hourly}, spec: {schedule: \"@hourly\", jobTemplate: {spec: {" + TEMPLATE + "}}}}");
    assertThat(names(pods(result))).hasSize(2).allMatch(n -> n.startsWith("rc-"));
    assertThat(problems.warnings())
        .containsExactly(
            "in.yaml:3: document 2: CronJob default/nightly: is not expanded to pods, since it has none until its time comes (2 times; this is the first)");
  }
}
