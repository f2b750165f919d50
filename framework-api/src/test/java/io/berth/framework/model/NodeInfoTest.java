package io.berth.framework.model;

import static io.berth.framework.model.TestObjects.info;
import static io.berth.framework.model.TestObjects.node;
import static io.berth.framework.model.TestObjects.pod;
import static io.berth.framework.model.TestObjects.requesting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.framework.selector.NodeTaint;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeInfoTest {

  @Test
  void readsTheNodeOnce() {
    NodeInfo info = NodeInfo.of(node("n1")
        .editMetadata().addToLabels("topology.kubernetes.io/zone", "a").addToLabels("topology.kubernetes.io/region", "r")
        .endMetadata()
        .editSpec().withUnschedulable(true).addNewTaint("NoSchedule", "gpu", null, null).endSpec()
        .withNewStatus().withAllocatable(Map.of("cpu", new Quantity("4"), "pods", new Quantity("110")))
        .addToImages(new ContainerImage(List.of("app:1", "app@sha256:x"), 1000L))
       .addToImages(new ContainerImage(List.of("app:1", "db:2"), 7L))
        .withDeclaredFeatures("B", "A").endStatus().build());

    assertThat(info.name()).isEqualTo("n1");
    assertThat(info.hasNode()).isTrue();
    assertThat(info.node().getMetadata().getName()).isEqualTo("n1");
    assertThat(info.labels()).containsEntry("topology.kubernetes.io/zone", "a");
    assertThat(info.taints()).containsExactly(new NodeTaint("gpu", "", "NoSchedule"));
    assertThat(info.unschedulable()).isTrue();
    assertThat(info.allocatable().get(ResourceName.CPU)).isEqualTo(4000);
    assertThat(info.allowedPodNumber()).isEqualTo(110);
    assertThat(info.imageSize("app:1")).isEqualTo(1000);
    assertThat(info.imageSize("db:2")).isEqualTo(7);
    assertThat(info.imageSize("absent")).isZero();
    assertThat(info.hasImage("absent")).isFalse();
    assertThat(info.imageNames()).containsExactly("app:1", "app@sha256:x", "db:2");
    assertThat(info.declaredFeatures()).containsExactly("A", "B");
    assertThat(info.zone()).isEqualTo("r:\0:a");
    assertThat(info.pods()).isEmpty();
  }

  @Test
  void prefersTheOldZoneLabelsAsUpstreamDoes() {
    assertThat(zone(Map.of("failure-domain.beta.kubernetes.io/zone", "old", "topology.kubernetes.io/zone", "new")))
        .isEqualTo(":\0:old");
    assertThat(zone(Map.of("topology.kubernetes.io/region", "r"))).isEqualTo("r:\0:");
    assertThat(zone(Map.of("failure-domain.beta.kubernetes.io/zone", "", "topology.kubernetes.io/zone", "new"))).isEmpty();
    assertThat(zone(Map.of())).isEmpty();
  }

  private static String zone(Map<String, String> labels) {
    return NodeInfo.of(node("n").editMetadata().withLabels(labels).endMetadata().build()).zone();
  }

  @Test
  void accountsPodsWithoutTouchingTheNodeThatItCameFrom() {
    NodeInfo empty = NodeInfo.of(node("n1").build());
    PodInfo web = info(requesting("web", "1", "1Gi").editSpec()
        .editContainer(0).addNewPort().withHostPort(80).endPort().endContainer().endSpec().build());
    PodInfo idle = info(pod("idle").editSpec().addNewContainer().withName("c").endContainer().endSpec().build());
    NodeInfo one = empty.withPod(web);
    NodeInfo two = one.withPod(idle);

    assertThat(two.pods()).containsExactly(web, idle);
    assertThat(two.requested(ResourceName.CPU)).isEqualTo(1000);
    assertThat(two.nonZeroRequestedMilliCpu()).isEqualTo(1100);
    assertThat(two.nonZeroRequestedMemory()).isEqualTo(1224L * 1024 * 1024);
    assertThat(two.usedPorts().conflictsWith(new HostPort("", "", 80))).isTrue();
    assertThat(two.pod("uid-idle")).isSameAs(idle);
    assertThat(empty.pods()).isEmpty();
    assertThat(empty.requested()).isEqualTo(Resources.EMPTY);
    assertThat(one.pods()).containsExactly(web);

    NodeInfo left = two.withoutPod("uid-web");
    assertThat(left.pods()).containsExactly(idle);
    assertThat(left.requested()).isEqualTo(Resources.EMPTY);
    assertThat(left.usedPorts()).isEqualTo(HostPortInfo.EMPTY);
    assertThat(left.pod("uid-web")).isNull();
    assertThat(two.pods()).containsExactly(web, idle);
  }

  @Test
  void theLastPodTakesThePlaceOfOneThatLeaves() {
    NodeInfo info = NodeInfo.of(node("n1").build());
    for (String name : List.of("a", "b", "c", "d")) {
      info = info.withPod(info(pod(name).build()));
    }

    assertThat(info.withoutPod("uid-b").pods()).extracting(PodInfo::name).containsExactly("a", "d", "c");
    assertThat(info.withoutPod("uid-d").pods()).extracting(PodInfo::name).containsExactly("a", "b", "c");
  }

  @Test
  void aPodThatIsNotThereCannotLeave() {
    NodeInfo info = NodeInfo.of(node("n1").build()).withPod(info(pod("a").build()));

    assertThatThrownBy(() -> info.withoutPod("uid-x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no corresponding pod uid-x in pods of node n1");
  }

  @Test
  void keepsPodsWithAffinityApart() {
    PodInfo apart = info(pod("apart").editSpec().withNewAffinity().withNewPodAntiAffinity()
        .addNewRequiredDuringSchedulingIgnoredDuringExecution().withTopologyKey("zone")
        .endRequiredDuringSchedulingIgnoredDuringExecution().endPodAntiAffinity().endAffinity().endSpec().build());
    PodInfo together = info(pod("together").editSpec().withNewAffinity().withNewPodAffinity().endPodAffinity().endAffinity()
        .endSpec().build());
    NodeInfo info = NodeInfo.of(node("n").build()).withPod(apart).withPod(together).withPod(info(pod("plain").build()));

    assertThat(info.podsWithAffinity()).containsExactly(apart, together);
    assertThat(info.podsWithRequiredAntiAffinity()).containsExactly(apart);
    assertThat(info.withoutPod("uid-apart").podsWithAffinity()).containsExactly(together);
    assertThat(info.withoutPod("uid-apart").podsWithRequiredAntiAffinity()).isEmpty();
  }

  @Test
  void aNodeMayVanishBeforeItsPodsAndComeBack() {
    PodInfo pod = info(requesting("p", "1", "1").build());
    NodeInfo ghost = NodeInfo.missing("n1").withPod(pod);

    assertThat(ghost.hasNode()).isFalse();
    assertThat(ghost.name()).isEqualTo("n1");
    assertThat(ghost.allocatable()).isEqualTo(Resources.EMPTY);
    assertThatThrownBy(ghost::node).isInstanceOf(IllegalStateException.class).hasMessage("node n1 has no object");

    NodeInfo back = ghost.withNode(node("n1").withNewStatus().withAllocatable(Map.of("cpu", new Quantity("2"))).endStatus()
        .build());
    assertThat(back.hasNode()).isTrue();
    assertThat(back.pods()).containsExactly(pod);
    assertThat(back.requested(ResourceName.CPU)).isEqualTo(1000);
    assertThat(back.withoutNode().hasNode()).isFalse();
    assertThat(back.withoutNode().pods()).containsExactly(pod);
  }

  @Test
  void noTwoContentsShareAGenerationEvenIfANodeIsDeletedAndAddedAgain() {
    Node small = node("n1").withNewStatus().withAllocatable(Map.of("cpu", new Quantity("2"))).endStatus().build();
    Node large = node("n1").withNewStatus().withAllocatable(Map.of("cpu", new Quantity("8"))).endStatus().build();
    PodInfo pod = info(pod("p").build());

    NodeInfo first = NodeInfo.of(small).withPod(pod);
    NodeInfo again = NodeInfo.of(large).withPod(pod);

    assertThat(again.generation()).isGreaterThan(first.generation());
    assertThat(again.withoutPod("uid-p").generation()).isGreaterThan(again.generation());
    assertThat(again.allocatable().get(ResourceName.CPU)).isEqualTo(8000);
  }

  @Test
  void hashesDoNotDependOnTheProcess() {
    assertThat(NodeInfo.missing("n")).hasSameHashCodeAs("n").isNotEqualTo(NodeInfo.missing("n"));
    assertThat(info(pod("p").build())).hasSameHashCodeAs("uid-p").isNotEqualTo(info(pod("p").build()));
    assertThat(ResourceName.MEMORY).hasSameHashCodeAs("memory");
  }

  @Test
  void thePodsOfANodeCannotBeChangedFromOutside() {
    NodeInfo info = NodeInfo.of(node("n").build()).withPod(info(pod("p").build()));

    assertThatThrownBy(() -> info.pods().clear()).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> info.pods().add(info(pod("q").build()))).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> info.pods().get(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
