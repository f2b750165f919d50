package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.replicaSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class InMemoryClusterTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);

  private static <T> T now(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  @Test
  void whatIsMissingIsFilledInAndTheSameInEveryRun() {
    Pod pod = cluster.create(pod("p").withoutUid().obj());
    assertThat(pod.getMetadata().getUid()).isEqualTo("00000000-0000-4000-8000-000000000001");
    assertThat(pod.getMetadata().getCreationTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(pod.getMetadata().getResourceVersion()).isEqualTo("1");
    assertThat(pod.getMetadata().getGeneration()).isEqualTo(1);
  }

  @Test
  void timesAreWholeSeconds() {
    time.advance(Duration.ofMillis(1700));
    assertThat(cluster.create(pod("p").obj()).getMetadata().getCreationTimestamp()).isEqualTo("2026-01-01T00:00:01Z");
  }

  @Test
  void namesAreUniqueAndGeneratedOnesNeverCollide() {
    cluster.create(pod("p").obj());
    assertThatThrownBy(() -> cluster.create(pod("p").obj())).isInstanceOf(RefusedException.class).hasMessage("pods \"p\" already exists");
    assertThat(now(cluster.create(ResourceKind.PODS, pod("p").obj()))).isInstanceOf(WriteOutcome.Conflict.class);

    for (int i = 0; i < 1000; i++) {
      cluster.create(pod("x").generateName("web-").obj());
    }
    assertThat(cluster.list(ResourceKind.PODS)).hasSize(1001).allMatch(pod -> pod.getMetadata().getName().matches("p|web-[a-z0-9]{5}"));
  }

  @Test
  void aRequestMayNotSetWhatIsTheServersToSet() {
    Pod asked = pod("p").uid("mine").phase("Running").condition("Ready", "True", null).obj();
    WriteOutcome<Pod> outcome = now(cluster.create(ResourceKind.PODS, asked));

    Pod there = ((WriteOutcome.Done<Pod>) outcome).object();
    assertThat(there.getMetadata().getUid()).isNotEqualTo("mine");
    assertThat(there.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(there.getStatus().getConditions()).isEmpty();

    Node node = ((WriteOutcome.Done<Node>) now(cluster.create(ResourceKind.NODES, node("n").cpu("4").obj()))).object();
    assertThat(node.getStatus().getCapacity()).containsKey("cpu");
  }

  @Test
  void aLoaderMaySetEverything() {
    Pod there = cluster.create(pod("p").uid("mine").phase("Running").on("n").obj());
    assertThat(there.getMetadata().getUid()).isEqualTo("mine");
    assertThat(there.getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void gatesAreToldInACondition() {
    Pod there = ((WriteOutcome.Done<Pod>) now(cluster.create(ResourceKind.PODS, pod("p").schedulingGates("g").obj()))).object();
    assertThat(there.getStatus().getConditions()).singleElement().satisfies(c -> {
      assertThat(c.getType()).isEqualTo("PodScheduled");
      assertThat(c.getReason()).isEqualTo("SchedulingGated");
    });
  }

  @Test
  void objectsDoNotChangeWhenTheirOriginalsDo() {
    Pod original = pod("p").label("a", "b").req("cpu", "1").obj();
    cluster.create(original);
    original.getMetadata().getLabels().put("a", "c");
    original.getSpec().getContainers().get(0).setName("other");

    Pod there = cluster.pod("p");
    assertThat(there.getMetadata().getLabels()).containsEntry("a", "b");
    assertThat(there.getSpec().getContainers().get(0).getName()).isEqualTo("con0");
    assertThatThrownBy(() -> there.getMetadata().getLabels().put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> there.getSpec().getContainers().clear()).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void anUpdateFromAnOldVersionIsAConflict() {
    cluster.create(node("n").obj());
    Node first = new NodeBuilder(cluster.node("n")).editMetadata().addToLabels("a", "1").endMetadata().build();
    Node second = new NodeBuilder(cluster.node("n")).editMetadata().addToLabels("a", "2").endMetadata().build();

    assertThat(now(cluster.update(ResourceKind.NODES, first)).isDone()).isTrue();
    WriteOutcome<Node> conflict = now(cluster.update(ResourceKind.NODES, second));
    assertThat(conflict).isInstanceOf(WriteOutcome.Conflict.class);
    assertThat(conflict.describe()).contains("the object has been modified");

    second.getMetadata().setResourceVersion(null);
    assertThat(now(cluster.update(ResourceKind.NODES, second)).isDone()).isTrue();
    assertThat(cluster.node("n").getMetadata().getLabels()).containsEntry("a", "2");
  }

  @Test
  void anUpdateLeavesTheStatusAndAStatusUpdateLeavesTheRest() {
    cluster.create(node("n").cpu("4").obj());
    Node changed =
        new NodeBuilder(cluster.node("n")).editSpec().withUnschedulable(true).endSpec().withNewStatus().endStatus().build();
    now(cluster.update(ResourceKind.NODES, changed));
    assertThat(cluster.node("n").getSpec().getUnschedulable()).isTrue();
    assertThat(cluster.node("n").getStatus().getCapacity()).containsKey("cpu");

    Node status =
        new NodeBuilder(cluster.node("n")).editSpec().withUnschedulable(false).endSpec().editStatus().withPhase("x").endStatus().build();
    now(cluster.updateStatus(ResourceKind.NODES, status));
    assertThat(cluster.node("n").getSpec().getUnschedulable()).isTrue();
    assertThat(cluster.node("n").getStatus().getPhase()).isEqualTo("x");
  }

  @Test
  void generationsCountChangesOfTheSpec() {
    cluster.create(replicaSet("r", 1, "a", "b"));
    ReplicaSet more = new ReplicaSetBuilder(cluster.get(replicaSet("r", 1))).editSpec().withReplicas(2).endSpec().build();
    assertThat(cluster.update(more).getMetadata().getGeneration()).isEqualTo(2);

    ReplicaSet labelled = new ReplicaSetBuilder(cluster.get(more)).editMetadata().addToLabels("x", "y").endMetadata().build();
    assertThat(cluster.update(labelled).getMetadata().getGeneration()).isEqualTo(2);
  }

  @Test
  void anUpdateThatChangesNothingIsNoChange() {
    Node there = cluster.create(node("n").obj());
    long version = cluster.resourceVersion();
    assertThat(cluster.update(there)).isSameAs(there);
    assertThat(now(cluster.updateStatus(ResourceKind.NODES, there)).isDone()).isTrue();
    assertThat(cluster.resourceVersion()).isEqualTo(version);
  }

  @Test
  void anUpdateMeantForAnotherObjectOfTheNameIsAConflict() {
    Node first = cluster.create(node("n").uid("1").obj());
    cluster.remove(first);
    cluster.create(node("n").uid("2").obj());

    Node late = new NodeBuilder(first).editMetadata().withResourceVersion(null).addToLabels("a", "b").endMetadata().build();
    assertThat(now(cluster.update(ResourceKind.NODES, late))).isInstanceOf(WriteOutcome.Conflict.class);
    assertThat(now(cluster.delete(ObjectRef.of(ResourceKind.NODES, first)))).isInstanceOf(WriteOutcome.Conflict.class);
    assertThat(now(cluster.get(ObjectRef.of(ResourceKind.NODES, first)))).isInstanceOf(WriteOutcome.NotFound.class);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    ObjectRef<Node> nowhere = new ObjectRef<>(ResourceKind.NODES, "", "n", "");
    assertThat(now(cluster.get(nowhere)).describe()).isEqualTo("nodes \"n\" not found");
    assertThat(now(cluster.delete(nowhere))).isInstanceOf(WriteOutcome.NotFound.class);
    assertThat(now(cluster.update(ResourceKind.NODES, node("n").obj()))).isInstanceOf(WriteOutcome.NotFound.class);
    assertThat(now(cluster.updateStatus(ResourceKind.NODES, node("n").obj()))).isInstanceOf(WriteOutcome.NotFound.class);
  }

  @Test
  void aStatusPatchSetsConditionsByTypeAndNominations() {
    Pod there = cluster.create(pod("p").condition("Ready", "False", "Init").obj());
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, there);
    var unschedulable =
        new PodConditionBuilder().withType("PodScheduled").withStatus("False").withReason("Unschedulable").withMessage("m").build();
    now(cluster.patchPodStatus(ref, new PodStatusPatch(List.of(unschedulable), "n1")));

    Pod patched = cluster.pod("p");
    assertThat(patched.getStatus().getNominatedNodeName()).isEqualTo("n1");
    assertThat(patched.getStatus().getConditions()).hasSize(2);
    assertThat(PodRules.condition(patched, "PodScheduled").getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");

    time.advance(Duration.ofSeconds(5));
    long version = cluster.resourceVersion();
    now(cluster.patchPodStatus(ref, new PodStatusPatch(List.of(unschedulable), null)));
    assertThat(cluster.resourceVersion()).as("the same patch again changes nothing").isEqualTo(version);

    now(cluster.patchPodStatus(ref, new PodStatusPatch(List.of(), "")));
    assertThat(cluster.pod("p").getStatus().getNominatedNodeName()).isNull();
  }

  @Test
  void aStatusPatchNamesTheClaimForExtendedResources() {
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, cluster.create(pod("p").obj()));
    var claim =
        new PodExtendedResourceClaimStatusBuilder()
            .withResourceClaimName("p-extended-resources-x")
            .addNewRequestMapping("c", "container-0-request-0", "example.com/gpu")
            .build();
    now(cluster.patchPodStatus(ref, PodStatusPatch.ofExtendedResourceClaim(claim)));
    claim.setResourceClaimName("later");
    now(cluster.patchPodStatus(ref, new PodStatusPatch(List.of(), "n1")));

    var there = cluster.pod("p").getStatus().getExtendedResourceClaimStatus();
    assertThat(there.getResourceClaimName()).isEqualTo("p-extended-resources-x");
    assertThat(there.getRequestMappings()).hasSize(1);
  }

  @Test
  void aClaimThatHasNoNameGetsOneAndTheSameOneInEveryRun() {
    var claim = new ResourceClaimBuilder().withNewMetadata().withGenerateName("p-extended-resources-").endMetadata().build();
    String name = ((WriteOutcome.Done<ResourceClaim>) now(cluster.create(ResourceKind.RESOURCE_CLAIMS, claim))).object().getMetadata().getName();
    InMemoryCluster again = InMemoryCluster.on(VirtualTime.create());
    now(again.create(ResourceKind.RESOURCE_CLAIMS, claim));
    assertThat(name).startsWith("p-extended-resources-").hasSize("p-extended-resources-".length() + 5);
    assertThat(again.list(ResourceKind.RESOURCE_CLAIMS)).extracting(there -> there.getMetadata().getName()).containsExactly(name);
  }

  @Test
  void listsAreInOrderOfNamespaceAndName() {
    cluster.createAll(
        List.of(pod("b").obj(), pod("a").namespace("z").obj(), pod("a").obj(), pod("x").namespace("default-2").obj()));
    assertThat(cluster.list(ResourceKind.PODS)).extracting(pod -> ObjectKey.of(pod).toString())
        .containsExactly("default/a", "default/b", "default-2/x", "z/a");
    assertThat(cluster.list(ResourceKind.PODS, "default")).extracting(pod -> pod.getMetadata().getName()).containsExactly("a", "b");
  }

  @Test
  void customKindsAreRegisteredAndHaveStatusesToo() {
    ResourceKind<GenericKubernetesResource> kind =
        new ResourceKind<>("example.com", "v1", "things", "Thing", true, GenericKubernetesResource.class);
    InMemoryCluster custom = InMemoryCluster.builder(time, time.executor()).kind(kind).build();
    GenericKubernetesResource thing = new GenericKubernetesResource();
    thing.setApiVersion("example.com/v1");
    thing.setKind("Thing");
    thing.setMetadata(new ObjectMeta());
    thing.getMetadata().setName("t");
    thing.setAdditionalProperty("spec", Map.of("size", 1));
    custom.create(thing);

    GenericKubernetesResource changed = Beans.shallow(custom.get(kind, "default", "t"));
    changed.setAdditionalProperties(Map.of("spec", Map.of("size", 2), "status", Map.of("ready", true)));
    now(custom.updateStatus(kind, changed));

    GenericKubernetesResource there = custom.get(kind, "default", "t");
    assertThat(there.getAdditionalProperties()).containsEntry("spec", Map.of("size", 1)).containsEntry("status", Map.of("ready", true));
    assertThat(there.getMetadata().getGeneration()).isEqualTo(1);

    thing.setKind("Other");
    assertThatThrownBy(() -> custom.create(thing)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not registered");
  }

  @Test
  void podsGetADefaultNamespaceAndNodesNone() {
    Pod pod = new PodBuilder().withNewMetadata().withName("p").endMetadata().build();
    assertThat(cluster.create(pod).getMetadata().getNamespace()).isEqualTo("default");
    assertThat(cluster.create(node("n").obj()).getMetadata().getNamespace()).isNull();
  }
}
