package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.PreQueueingHint;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimHintsTest {
  private final PluginBench bench =
      new PluginBench(
          FeatureGates.defaults().with(FeatureGates.SCHEDULER_PRE_QUEUEING_HINTS, true), DynamicResourcesArgs.DEFAULT);
  private final PodInfo pod = pod("p", "c").info();

  @SuppressWarnings("unchecked") // the resource ties the type of the hint
  private ClusterEventWithHint<ResourceClaim> registered() {
    return (ClusterEventWithHint<ResourceClaim>)
        bench.plugin.eventsToRegister().stream()
            .filter(event -> event.event().resource().equals(ResourceKind.RESOURCE_CLAIMS.events()))
            .findFirst()
            .orElseThrow();
  }

  private QueueingHint hint(@Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    return Objects.requireNonNull(registered().hint()).hint(pod, before, after);
  }

  private PreQueueingHint preHint(@Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    return Objects.requireNonNull(registered().preHint()).preHint(before, after);
  }

  @Test
  void upstreamsEventsAreRegistered() {
    assertThat(bench.plugin.eventsToRegister().stream().map(event -> event.event().resource() + " " + event.event().actions()))
        .containsExactly(
            "Node Add|UpdateNodeAllocatable|UpdateNodeLabel",
            "resource.k8s.io/ResourceClaim " + registered().event().actions(),
            "TargetPod UpdatePodGeneratedResourceClaim",
            "resource.k8s.io/DeviceClass "
                + io.berth.framework.event.ActionType.ADD.or(io.berth.framework.event.ActionType.UPDATE),
            "resource.k8s.io/ResourceSlice "
                + io.berth.framework.event.ActionType.ADD.or(io.berth.framework.event.ActionType.UPDATE));
    assertThat(bench.plugin.reads())
        .containsExactly(
            ResourceKind.RESOURCE_CLAIMS,
            ResourceKind.RESOURCE_SLICES,
            ResourceKind.DEVICE_CLASSES,
            ResourceKind.DEVICE_TAINT_RULES);
  }

  @Test
  void thePodsOwnClaimWakesItWhenItIsCreated() {
    bench.claims(claim("c").obj(), claim("d").obj());

    assertThat(hint(null, claim("c").obj())).isEqualTo(QueueingHint.QUEUE);
    assertThat(hint(null, claim("d").obj())).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void aPodWhoseClaimIsMissingSleepsOn() {
    assertThat(hint(claim("d").on("n1", "gpu-0").obj(), claim("d").obj())).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void theDeallocationOfAnyClaimWakesThePod() {
    bench.claims(claim("c").obj());

    assertThat(hint(claim("d").on("n1", "gpu-0").obj(), claim("d").obj())).isEqualTo(QueueingHint.QUEUE);
  }

  @Test
  void theDeletionOfAnAllocatedClaimWakesThePod() {
    assertThat(hint(claim("d").on("n1", "gpu-0").obj(), null)).isEqualTo(QueueingHint.QUEUE);
    assertThat(hint(claim("d").obj(), null)).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void onlyChangesOfTheStatusOfItsOwnClaimMatter() {
    bench.claims(claim("c").obj());

    assertThat(hint(claim("c").obj(), claim("c").finalizer().obj())).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(hint(claim("c").obj(), claim("c").on("n1", "gpu-0").obj())).isEqualTo(QueueingHint.QUEUE);
    assertThat(hint(claim("d").obj(), claim("d").on("n1", "gpu-0").obj())).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void preHintsNameThePodsThatUseTheClaim() {
    bench.handle.objects(ResourceKind.PODS).add(pod.pod());

    assertThat(preHint(null, claim("c").obj())).isEqualTo(new PreQueueingHint.Only(Set.of("default/p")));
    assertThat(preHint(claim("d").obj(), claim("d").on("n1", "gpu-0").obj())).isEqualTo(new PreQueueingHint.Only(Set.of()));
    assertThat(preHint(claim("d").obj(), null)).isEqualTo(new PreQueueingHint.Only(Set.of()));
  }

  @Test
  void preHintsNameAllPodsWhenDevicesBecomeFree() {
    assertThat(preHint(claim("c").on("n1", "gpu-0").obj(), claim("c").obj())).isEqualTo(PreQueueingHint.ALL_PODS);
    assertThat(preHint(claim("c").on("n1", "gpu-0").obj(), null)).isEqualTo(PreQueueingHint.ALL_PODS);
  }

  @Test
  void aPodIsWokenWhenItsClaimsAreAllThere() {
    var hints = new ClaimHints(new PodClaims(bench.tracker()), null, bench.manager().nominations(), false);

    assertThat(hints.afterTargetPodUpdate(pod, null, pod)).isEqualTo(QueueingHint.QUEUE_SKIP);
    bench.claims(claim("c").obj());
    assertThat(hints.afterTargetPodUpdate(pod, null, pod)).isEqualTo(QueueingHint.QUEUE);
  }
}
