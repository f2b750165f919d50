package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class BindingTest {
  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);

  private WriteOutcome<Pod> bind(Pod pod, String node) {
    return cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), node).toCompletableFuture().join();
  }

  @Test
  void aBoundPodHasANodeAConditionAndNoNomination() {
    Pod pod = cluster.create(pod("p").nominatedNodeName("n2").condition("PodScheduled", "False", "Unschedulable").obj());
    assertThat(bind(pod, "n1").isDone()).isTrue();

    Pod bound = cluster.pod("p");
    assertThat(bound.getSpec().getNodeName()).isEqualTo("n1");
    assertThat(bound.getStatus().getNominatedNodeName()).isNull();
    assertThat(bound.getStatus().getConditions()).singleElement().satisfies(condition -> {
      assertThat(condition.getType()).isEqualTo("PodScheduled");
      assertThat(condition.getStatus()).isEqualTo("True");
      assertThat(condition.getReason()).isNull();
      assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
    });
    assertThat(pod.getSpec().getNodeName()).as("the object that was handed out before").isNull();
    assertThat(bound.getMetadata().getGeneration()).isEqualTo(pod.getMetadata().getGeneration());
  }

  @Test
  void aPodIsBoundOnce() {
    Pod pod = cluster.create(pod("p").obj());
    bind(pod, "n1");
    WriteOutcome<Pod> again = bind(pod, "n2");
    assertThat(again).isInstanceOf(WriteOutcome.Conflict.class);
    assertThat(again.describe()).contains("pod p is already assigned to node \"n1\"");
    assertThat(bind(pod, "n1")).as("not even to the same node").isInstanceOf(WriteOutcome.Conflict.class);
  }

  @Test
  void neitherATerminatingNorAGatedPodIsBound() {
    Pod going = cluster.create(pod("going").finalizer("keep").obj());
    cluster.delete(going);
    assertThat(bind(going, "n1").describe()).contains("is being deleted");
    assertThat(bind(cluster.create(pod("gated").schedulingGates("g").obj()), "n1").describe()).contains("schedulingGates");
  }

  @Test
  void theUidMustBeThePods() {
    Pod first = cluster.create(pod("p").uid("1").obj());
    cluster.remove(first);
    assertThat(bind(first, "n1")).isInstanceOf(WriteOutcome.NotFound.class);
    cluster.create(pod("p").uid("2").obj());
    assertThat(bind(first, "n1")).isInstanceOf(WriteOutcome.Conflict.class);
  }

  @Test
  void whetherThereIsSuchANodeIsNotAsked() {
    assertThat(bind(cluster.create(pod("p").obj()), "nowhere").isDone()).isTrue();
  }

  @Test
  void withAdmissionTheNodesZoneBecomesTheBoundPodsLabel() {
    InMemoryCluster admitting = InMemoryCluster.builder(time, time.executor()).admission(true).build();
    admitting.create(node("n1").zone("z").region("r").label("other", "x").obj());
    Pod pod = admitting.create(pod("p").obj());
    admitting.bind(ObjectRef.of(ResourceKind.PODS, pod), "n1");
    assertThat(admitting.pod("p").getMetadata().getLabels())
        .containsOnly(
            entry("topology.kubernetes.io/zone", "z"),
            entry("topology.kubernetes.io/region", "r"));
  }
}
