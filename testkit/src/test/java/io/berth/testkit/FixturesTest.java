package io.berth.testkit;

import static io.berth.testkit.Fixtures.matching;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import org.junit.jupiter.api.Test;

class FixturesTest {
  @Test
  void aPodHasItsNameAsUidInTheDefaultNamespaceAndAnotherOneElsewhere() {
    assertThat(pod("p").obj().getMetadata().getUid()).isEqualTo("p");
    assertThat(pod("p").obj().getMetadata().getNamespace()).isEqualTo("default");
    assertThat(pod("p").namespace("n").obj().getMetadata().getUid()).isEqualTo("n-p");
    assertThat(pod("p").uid("u").obj().getMetadata().getUid()).isEqualTo("u");
    assertThat(pod("p").withoutUid().obj().getMetadata().getUid()).isNull();
  }

  @Test
  void reqAddsAContainerEachTimeAndCpuWritesIntoTheFirst() {
    Pod pod = pod("p").req("cpu", "1").req("cpu", "2", "memory", "1Gi").cpu("500m").memory("2Gi").obj();

    assertThat(pod.getSpec().getContainers()).extracting(Container::getName).containsExactly("con0", "con1");
    assertThat(pod.getSpec().getContainers().get(0).getResources().getRequests())
        .containsEntry("cpu", new Quantity("500m"))
        .containsEntry("memory", new Quantity("2Gi"));
    assertThat(pod.getSpec().getContainers().get(1).getResources().getRequests()).containsEntry("cpu", new Quantity("2"));
  }

  @Test
  void aSidecarIsAnInitContainerThatAlwaysRestarts() {
    Pod pod = pod("p").initReq("cpu", "1").sidecarReq("cpu", "2").obj();

    assertThat(pod.getSpec().getInitContainers())
        .extracting(Container::getName, Container::getRestartPolicy)
        .containsExactly(
            tuple("init-con0", null),
            tuple("sidecar-con1", "Always"));
  }

  @Test
  void eachCallOfObjGivesANewObject() {
    PodFixture fixture = pod("p").label("a", "b").req("cpu", "1");
    Pod first = fixture.obj();
    fixture.label("a", "c").cpu("2");

    assertThat(first.getMetadata().getLabels()).containsEntry("a", "b");
    assertThat(first.getSpec().getContainers().get(0).getResources().getRequests()).containsEntry("cpu", new Quantity("1"));
  }

  @Test
  void affinityTermsAreRequiredPreferredOrBoth() {
    Affinity affinity =
        pod("p")
            .podAffinity("zone", matching("app", "a"), AffinityKind.REQUIRED)
            .podAntiAffinityExists("app", "host", AffinityKind.REQUIRED_AND_PREFERRED)
            .nodeAffinityIn("disk", "ssd", "nvme")
            .preferredNodeAffinityIn(5, "disk", "nvme")
            .obj()
            .getSpec()
            .getAffinity();

    assertThat(affinity.getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution()).hasSize(1);
    assertThat(affinity.getPodAffinity().getPreferredDuringSchedulingIgnoredDuringExecution()).isEmpty();
    assertThat(affinity.getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution()).hasSize(1);
    assertThat(affinity.getPodAntiAffinity().getPreferredDuringSchedulingIgnoredDuringExecution()).hasSize(1);
    assertThat(affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms()).hasSize(1);
    assertThat(affinity.getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution()).hasSize(1);
  }

  @Test
  void aTolerationOfAKeyToleratesEveryTaintWithIt() {
    assertThat(pod("p").toleration("k").toleration("k", "v", "NoSchedule").obj().getSpec().getTolerations())
        .containsExactly(new Toleration(null, "k", "Exists", null, null), new Toleration("NoSchedule", "k", "Equal", null, "v"));
  }

  @Test
  void aNodeHasRoomFor32PodsUnlessItSaysOtherwise() {
    assertThat(node("n").info().allowedPodNumber()).isEqualTo(32);
    assertThat(node("n").capacity("cpu", "4", "pods", "110").info().allowedPodNumber()).isEqualTo(110);
    assertThat(node("n").cpu("4").info().allocatable().get(ResourceName.CPU)).isEqualTo(4000);
  }

  @Test
  void aBudgetTakesNumbersAndShares() {
    assertThat(pdb("b").minAvailable("2").obj().getSpec().getMinAvailable().getIntVal()).isEqualTo(2);
    assertThat(pdb("b").maxUnavailable("50%").obj().getSpec().getMaxUnavailable().getStrVal()).isEqualTo("50%");
  }

  @Test
  void aSelectorWithoutConditionsMatchesEverything() {
    assertThat(selector().obj().getMatchLabels()).isEmpty();
    assertThat(selector().notIn("a", "b").exists("c").obj().getMatchExpressions()).hasSize(2);
  }

  @Test
  void namesWithoutAValueAreRefused() {
    assertThatThrownBy(() -> pod("p").req("cpu")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("take turns");
  }

  @Test
  void theValuesForPluginsAreMadeByTheFixture() {
    assertThat(pod("p").priority(7).on("n1").info().nodeName()).isEqualTo("n1");
    assertThat(pod("p").priority(7).info().priority()).isEqualTo(7);
  }
}
