package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MergePatchTest {

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: web
        namespace: shop
        uid: u-1
        creationTimestamp: 2026-01-01T00:00:00Z
        labels: {app: web, tier: "1"}
        ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u-0, controller: true}]
      spec:
        priority: -7
        nodeName: n1
        terminationGracePeriodSeconds: 5
        resources: {requests: {cpu: 0.5}}
        resourceClaims: [{name: gpu, resourceClaimName: gpu}]
        containers:
        - name: c
          image: web
          ports: [{containerPort: 80, hostPort: 8080, protocol: TCP}]
          resources: {requests: {cpu: 100m, memory: 1e3, example.com/gpu: 1}, limits: {example.com/gpu: 1}, claims: [{name: gpu}]}
        tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]
        topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms: [{matchExpressions: [{key: cores, operator: Gt, values: ["4"]}]}]
      status:
        phase: Running
        startTime: 2026-01-01T00:00:01Z
        conditions: [{type: Ready, status: "True", lastTransitionTime: 2026-01-01T00:00:02Z}]
        containerStatuses: [{name: c, ready: true, restartCount: 3, resources: {requests: {cpu: 100m}}}]
      """;
  private static final String NODE =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: n1}
      spec: {unschedulable: true, taints: [{key: a, value: "1", effect: NoExecute, timeAdded: 2026-01-01T00:00:00Z}]}
      status:
        allocatable: {cpu: 8, memory: 16Gi, pods: 110}
        images: [{names: [web], sizeBytes: 5000000000}]
        conditions: [{type: Ready, status: "True"}]
        declaredFeatures: [A]
      """;

  private final Problems problems = new Problems();
  private final PatchReader patches = new PatchReader(problems);
  private final KubernetesSerialization serialization = new KubernetesSerialization();

  private HasMetadata applied(String manifest, String patch) {
    return applied(manifest, "steps.yaml", "- at: 1s\n  with: " + patch + "\n");
  }

  private HasMetadata applied(String manifest, String file, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Source source = new Source(file, bytes.length, true, () -> new ByteArrayInputStream(bytes));
    StepReader.Step step = StepReader.read(source, Set.of(), "with", problems).get(0);
    HasMetadata object = Reading.of(manifest).only(HasMetadata.class);
    MergePatch patch = step.fields().get("with").patch();
    HasMetadata result = patches.read(patch, object, serialization.convertValue(object, Map.class), step.origin());
    assertThat(serialization.asJson(object)).isEqualTo(serialization.asJson(Reading.of(manifest).only(HasMetadata.class)));
    return result;
  }

  @Test
  void anEmptyPatchChangesNothing() {
    for (String manifest : new String[] {POD, NODE}) {
      HasMetadata before = Reading.of(manifest).only(HasMetadata.class);
      assertThat(serialization.asJson(applied(manifest, "{}"))).isEqualTo(serialization.asJson(before));
    }
    assertThat(problems.errors()).isEmpty();
    assertThat(problems.warnings()).isEmpty();
  }

  @Test
  void fieldsAreMergedListsReplacedAndEmptyFieldsRemoved() {
    Pod pod =
        (Pod)
            applied(
                POD,
                "{metadata: {name: web, labels: {tier: null, zone: a}, annotations: {a: b, c: }}, "
                    + "spec: {affinity: , tolerations: [{key: b, operator: Equal, value: , effect: NoSchedule}]}}");

    assertThat(problems.errors()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).containsOnly(Map.entry("app", "web"), Map.entry("zone", "a"));
    assertThat(pod.getMetadata().getAnnotations()).containsOnly(Map.entry("a", "b"));
    assertThat(pod.getMetadata().getUid()).isEqualTo("u-1");
    assertThat(pod.getSpec().getAffinity()).isNull();
    assertThat(pod.getSpec().getTolerations()).singleElement().satisfies(t -> assertThat(t.getKey()).isEqualTo("b"));
    assertThat(pod.getSpec().getContainers()).hasSize(1);
  }

  @Test
  void amountsOfThePatchAreAddedAsTheyAreWritten() {
    Node node = (Node) applied(NODE, "steps.json", "[{\"at\": \"1s\", \"with\": {\"status\": {\"allocatable\": {\"cpu\": 0.5, \"example.com/gpu\": 4}}}}]");

    assertThat(node.getStatus().getAllocatable())
        .hasToString("{cpu=0.5, memory=16Gi, pods=110, example.com/gpu=4}");
  }

  @Test
  void whatIsWrongIsToldWithTheLineOfTheStepOrOfTheField() {
    assertThat(applied(POD, "{spec: {containers: [{name: c, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]}}")).isNull();
    assertThat(applied(POD, "\n    metadata:\n      uid: [u-2]\n      namespace: other")).isNull();
    assertThat(applied(NODE, "{status: {allocatable: {pods: 0.5}}}")).isNull();

    assertThat(problems.errors())
        .containsExactly(
            "steps.yaml:1: Pod shop/web: spec.containers[0].resources.requests.cpu: 2 is above the limit, 1; raise the limit or lower the request",
            "steps.yaml:1: Pod shop/web: spec.resources.requests.cpu: 0.5 is less than the 2 of all containers; raise it, or lower theirs",
            "steps.yaml:5: Pod shop/web: metadata.namespace: cannot be changed; leave it out, or delete the object and create another one",
            "steps.yaml:4: Pod shop/web: metadata.uid: cannot be changed; leave it out, or delete the object and create another one",
            "steps.yaml:1: Node n1: status.allocatable.pods: \"0.5\" is not whole; give a whole number");
  }
}
