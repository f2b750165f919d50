package io.berth.framework.resource;

import static io.berth.framework.resource.TestPods.container;
import static io.berth.framework.resource.TestPods.infeasible;
import static io.berth.framework.resource.TestPods.list;
import static io.berth.framework.resource.TestPods.pod;
import static io.berth.framework.resource.TestPods.requests;
import static io.berth.framework.resource.TestPods.sidecar;
import static io.berth.framework.resource.TestPods.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeAllocatableResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of component-helpers/resource, one by one. */
class PodRequestsParityTest {

  private static final PodResourcesOptions SPEC = PodResourcesOptions.SPEC;
  private static final PodResourcesOptions STATUS = SPEC.withUseStatusResources(true);
  private static final PodResourcesOptions IN_PLACE = STATUS.withInPlacePodLevelResourcesVerticalScaling(true);

  private static String requested(Pod pod, PodResourcesOptions options) {
    return text(PodRequests.podRequests(pod, options));
  }

  private static String text(Map<String, ExactQuantity> amounts) {
    return amounts.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(" "));
  }

  @Test
  void containersAddUpAndTheLargestInitContainerCountsIfItNeedsMore() {
    Pod pod = pod(container("a", "cpu=500m", "memory=1Gi"), container("b", "cpu=250m")).editSpec()
        .addToInitContainers(container("i", "cpu=2"), container("j", "memory=512Mi")).endSpec().build();

    assertThat(requested(pod, SPEC)).isEqualTo("cpu=2 memory=1Gi");
  }

  @Test
  void sidecarsRunBesideTheContainersAndBesideLaterInitContainers() {
    Pod pod = pod(container("a", "cpu=1")).editSpec().addToInitContainers(
        container("before", "cpu=2"), sidecar("side", "cpu=500m"), container("after", "cpu=1800m")).endSpec().build();

    assertThat(requested(pod, SPEC)).isEqualTo("cpu=2300m");
  }

  @Test
  void amountsAreAddedExactlyAndAnExplicitZeroStaysVisible() {
    Pod pod = pod(container("a", "cpu=333u", "memory=0"), container("b", "cpu=333u")).build();

    assertThat(requested(pod, SPEC)).isEqualTo("cpu=666u memory=0");
  }

  @Test
  void missingRequestsAreFilledInPerContainerButNotOverAnExplicitZero() {
    PodResourcesOptions fill = SPEC.withNonMissingContainerRequests(Map.of(
        "cpu", ExactQuantity.parse("100m"), "memory", ExactQuantity.parse("200Mi")));
    Pod pod = pod(container("a", "cpu=0"), container("b", "memory=100Mi"), container("c")).build();

    assertThat(requested(pod, fill)).isEqualTo("cpu=200m memory=500Mi");
  }

  @Test
  void podLevelRequestsReplaceTheSumsAndOverheadComesOnTop() {
    Pod pod = pod(container("a", "cpu=1", "example.com/gpu=1", "memory=1Gi")).editSpec()
        .withResources(requests("cpu=3", "example.com/gpu=7"))
        .withOverhead(list("cpu=100m", "memory=64Mi")).endSpec().build();

    assertThat(requested(pod, SPEC)).isEqualTo("cpu=3100m example.com/gpu=1 memory=1088Mi");
    assertThat(requested(pod, SPEC.withSkipPodLevelResources(true))).isEqualTo("cpu=1100m example.com/gpu=1 memory=1088Mi");
    assertThat(requested(pod, SPEC.withExcludeOverhead(true))).isEqualTo("cpu=3 example.com/gpu=1 memory=1Gi");
    assertThat(requested(pod, SPEC.withSkipContainerLevelResources(true))).isEqualTo("cpu=3100m memory=64Mi");
    assertThat(PodRequests.isPodLevelRequestsSet(pod)).isTrue();
    assertThat(PodRequests.isPodLevelLimitsSet(pod)).isFalse();
    assertThat(PodRequests.isPodLevelResourcesSet(pod)).isTrue();
    assertThat(PodRequests.isPodLevelResourcesSet(pod().editSpec()
        .withResources(requests("example.com/gpu=7")).endSpec().build())).isFalse();
  }

  @Test
  void aResizeCountsWithTheLargestOfWantedAllocatedAndActuated() {
    Pod pod = pod(container("a", "cpu=1", "memory=1Gi")).withNewStatus().withContainerStatuses(
        status("a", list("cpu=2", "memory=512Mi"), list("cpu=1500m", "memory=2Gi"))).endStatus().build();

    assertThat(requested(pod, SPEC)).isEqualTo("cpu=1 memory=1Gi");
    assertThat(requested(pod, STATUS)).isEqualTo("cpu=2 memory=2Gi");
  }

  @Test
  void theMaximumIsTakenOverSumsNotPerContainer() {
    Pod pod = pod(container("a", "cpu=1"), container("b", "cpu=2")).withNewStatus().withContainerStatuses(
        status("a", list("cpu=2"), list("cpu=2")), status("b", list("cpu=1"), list("cpu=1"))).endStatus().build();

    assertThat(requested(pod, STATUS)).isEqualTo("cpu=3");
  }

  @Test
  void aRefusedResizeDoesNotCount() {
    Pod pod = infeasible(pod(container("a", "cpu=8"), container("b", "cpu=1")).withNewStatus()
        .withContainerStatuses(status("a", list("cpu=1"), list())).endStatus()).build();

    assertThat(requested(pod, STATUS)).isEqualTo("cpu=1");
    assertThat(requested(pod, SPEC)).isEqualTo("cpu=9");
    assertThat(PodRequests.isPodResizeInfeasible(pod)).isTrue();
    assertThat(PodRequests.isPodResizeDeferred(pod)).isFalse();
  }

  @Test
  void thePodLevelStatusStandsInForTheContainersOnlyWithItsGate() {
    Pod pod = pod(container("a", "cpu=1")).editSpec().withResources(requests("cpu=2")).endSpec().withNewStatus()
        .withAllocatedResources(list("cpu=4"))
        .withResources(requests("cpu=3")).endStatus().build();

    assertThat(requested(pod, STATUS)).isEqualTo("cpu=2");
    assertThat(requested(pod, IN_PLACE)).isEqualTo("cpu=4");
    assertThat(requested(pod, IN_PLACE.withSkipPodLevelResources(true))).isEqualTo("cpu=4");
    assertThat(requested(infeasible(pod.edit()).build(), IN_PLACE)).isEqualTo("cpu=4");
  }

  @Test
  void claimsTakeNodeResourcesWhereAskedFor() {
    Pod pod = pod(container("a", "cpu=1")).withNewStatus().withNodeAllocatableResourceClaimStatuses(
        new NodeAllocatableResourceClaimStatusBuilder().withContainers("a", "b")
            .addNewMapping().withName("cpu").withQuantity(new Quantity("500m")).endMapping()
            .addNewOverhead().withName("memory").withPerPod(new Quantity("10Mi")).withPerContainer(new Quantity("1Mi"))
            .endOverhead().build()).endStatus().build();
    PodResourcesOptions dra = SPEC.withUseDraNodeAllocatableResourceClaimStatus(true);

    assertThat(requested(pod, dra)).isEqualTo("cpu=1500m memory=12Mi");
    assertThat(requested(pod, SPEC)).isEqualTo("cpu=1");
  }

  @Test
  void limitsFollowTheirOwnRules() {
    Pod pod = pod(container("a")).editSpec()
        .editContainer(0).withResources(new ResourceRequirementsBuilder().withLimits(list("cpu=2", "memory=0")).build())
        .endContainer()
        .withOverhead(list("cpu=100m", "memory=64Mi", "ephemeral-storage=1Gi")).endSpec().build();

    assertThat(text(PodRequests.podLimits(pod, SPEC))).isEqualTo("cpu=2100m memory=0");
    assertThat(text(PodRequests.podLimits(pod.edit().editSpec().withResources(
        new ResourceRequirementsBuilder().withLimits(list("memory=1Gi")).build()).endSpec().build(), SPEC)))
        .isEqualTo("cpu=2100m memory=1088Mi");
  }

  @Test
  void aPodWithoutAnythingRequestsNothing() {
    assertThat(PodRequests.podRequests(new Pod(), IN_PLACE)).isEmpty();
    assertThat(PodRequests.podLimits(new Pod(), IN_PLACE)).isEmpty();
  }
}
