package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ManifestReaderTest {

  static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: web
        namespace: shop
        labels:
          app: web
          tier: "1"
      spec:
        nodeName: n1
        priority: 7
        hostNetwork: yes
        terminationGracePeriodSeconds: 30
        containers:
        - name: c
          image: registry.example/web:1
          env:
          - name: ANYTHING
            value: [not, even, text]
          ports:
          - containerPort: 80
            hostPort: 80
          resources:
            requests:
              cpu: 0.5
              memory: 128Mi
              example.com/gpu: 2
            limits: {example.com/gpu: 2}
        topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: zone
          whenUnsatisfiable: DoNotSchedule
          labelSelector:
            matchExpressions:
            - key: app
              operator: In
              values: [web, "true"]
      status:
        phase: Running
      """;

  static String pod(String name) {
    return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: " + name + "\nspec:\n  containers:\n  - name: c\n";
  }

  @Test
  void readsAPodAsTheModelHasIt() {
    Pod pod = Reading.of(POD).only(Pod.class);
    assertThat(pod.getMetadata().getLabels()).containsEntry("app", "web").containsEntry("tier", "1");
    assertThat(pod.getSpec().getPriority()).isEqualTo(7);
    assertThat(pod.getSpec().getHostNetwork()).isTrue();
    assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(30L);
    var container = pod.getSpec().getContainers().get(0);
    assertThat(container.getPorts().get(0).getHostPort()).isEqualTo(80);
    assertThat(container.getResources().getRequests()).hasSize(3);
    assertThat(container.getResources().getRequests().get("cpu").toString()).isEqualTo("0.5");
    assertThat(container.getResources().getRequests().get("memory").toString()).isEqualTo("128Mi");
    assertThat(container.getEnv()).as("never read by scheduling").isEmpty();
    assertThat(pod.getSpec().getTopologySpreadConstraints().get(0).getLabelSelector().getMatchExpressions().get(0).getValues())
        .containsExactly("web", "true");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void readsJsonAndYamlDocumentsInOneStream() {
    var reading =
        Reading.of(
            "# comment\n%YAML 1.1\n---\n"
                + pod("a")
                + "---\n{\"apiVersion\": \"v1\", \"kind\": \"Node\",\n\"metadata\": {\"name\": \"n1\"}}\n"
                + "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"n2\"}}\n"
                + "...\n---\n\n---\n"
                + "{apiVersion: v1, kind: Node, metadata: {name: n3}}\n");
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.subjects()).containsExactly("Pod default/a", "Node n1", "Node n2", "Node n3");
    assertThat(reading.origins())
        .containsExactly(
            "in.yaml:4: document 1", "in.yaml:12: document 2", "in.yaml:14: document 3", "in.yaml:19: document 4");
  }

  @Test
  void readsAListWhoseKindStandsLastAsKubectlPrintsIt() {
    var reading =
        Reading.of(
            """
            apiVersion: v1
            items:
            - apiVersion: v1
              kind: Node
              metadata:
                name: n1
                managedFields:
                - {apiVersion: v1, fieldsV1: {"f:status": {}}}
            - apiVersion: apps/v1
              kind: Deployment
              metadata: {name: web, namespace: shop}
              spec:
                replicas: 2
                selector: {matchLabels: {app: web}}
                template:
                  metadata: {labels: {app: web}}
                  spec:
                    containers: [{name: c}]
            kind: List
            metadata:
              resourceVersion: ""
            """);
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.warnings()).isEmpty();
    assertThat(reading.subjects()).containsExactly("Node n1", "Deployment shop/web");
    assertThat(reading.origins()).containsExactly("in.yaml:3: document 1 item 1", "in.yaml:9: document 1 item 2");
    assertThat(((Node) reading.manifests().get(0).object()).getMetadata().getManagedFields()).isEmpty();
    assertThat(((Deployment) reading.manifests().get(1).object()).getSpec().getReplicas()).isEqualTo(2);
  }

  @Test
  void readsATypedListWhoseItemsNameNoKind() {
    var reading =
        Reading.ofJson(
            """
            {"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [
              {"metadata": {"name": "a"}, "spec": {"containers": [{"name": "c"}]}},
              {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "b"}, "spec": {"containers": [{"name": "c"}]}}]}
            """);
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.subjects()).containsExactly("Pod default/a", "Pod default/b");
  }

  @Test
  void readsAKindThatStandsBehindTheFieldsThatItExplains() {
    var reading = Reading.of("metadata:\n  name: n1\nspec:\n  unschedulable: true\nkind: Node\napiVersion: v1\n");
    assertThat(reading.only(Node.class).getSpec().getUnschedulable()).isTrue();
  }

  @Test
  void readsAnEmptyListAsNothing() {
    var reading = Reading.of("apiVersion: v1\nitems: []\nkind: List\n");
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.manifests()).isEmpty();
  }

  @Test
  void expandsAnchorsAndAliases() {
    var reading =
        Reading.of(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, labels: &labels {app: &name web}}
            spec:
              nodeSelector: *labels
              schedulerName: *name
              containers:
              - {name: a, resources: &one {requests: {cpu: 1}}}
              - {name: b, resources: *one}
            """);
    Pod pod = reading.only(Pod.class);
    assertThat(pod.getSpec().getNodeSelector()).containsEntry("app", "web");
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("web");
    assertThat(pod.getSpec().getContainers()).hasSize(2).allMatch(c -> c.getResources().getRequests().get("cpu").equals(new Quantity("1")));
  }

  @Test
  void aPodNeedsNoNameWhenItHasAPrefixForOne() {
    Pod pod = Reading.of(pod("x").replace("name: x", "generateName: x-")).only(Pod.class);
    assertThat(pod.getMetadata().getGenerateName()).isEqualTo("x-");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("default");
  }

  @Test
  void readsWindowsLineEndsAndAByteOrderMark() {
    var reading = Reading.of("\ufeff" + (pod("a") + "---\n" + pod("b")).replace("\n", "\r\n"));
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.origins()).containsExactly("in.yaml:1: document 1", "in.yaml:9: document 2");
  }

  @Test
  void aFileNamedJsonIsReadAsJson() {
    var reading = Reading.of("IN.JSON", "[1]".getBytes(StandardCharsets.UTF_8));
    assertThat(reading.errors())
        .containsExactly("IN.JSON:1: document 1: is a list, but must be an object; begin it with apiVersion and kind");
  }
}
