package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A victim that is taken back before it was bound is tried again, and its claim may be allocated by then. Source: KEP-5690, which lets such
 * a claim be deallocated and says no more.
 */
class VictimsThatComeBackTest {
  private final PluginBench bench = PluginBench.withPreemption();
  private final PodInfo preemptor = PluginBench.pod("high", "wanted").priority(100).info();
  private final PodInfo victim = PluginBench.pod("low", "a").on("n1").info();

  /** The victim's claim is allocated, and the victim has given it back, or would have. */
  private void preempted(String... consumers) {
    ClaimFixture held = claim("a").on("n1", "gpu-0").reservedFor("uid-low");
    bench.devices("n1", "gpu-0").claims(held.obj(), claim("wanted").obj());
    bench.handle.cache().put(victim);
    bench.handle.objects(ResourceKind.PODS).add(victim.pod());
    assertThat(bench.preFilter(preemptor)).isEqualTo(PreFilterDecision.ALL_NODES);
    bench.handle.nominator().addNominatedPod(preemptor, NominatingInfo.override("n1"));
    bench.plugin.addNominatedPod(bench.state, preemptor, "n1", List.of(victim));
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim("a").on("n1", "gpu-0").version(50).reservedFor(consumers).obj());
    assertThat(bench.manager().nominations().outstanding("n1")).hasSize(1);
  }

  private CycleState beside(CycleState state) {
    CycleState copy = state.copy();
    assertThat(Objects.requireNonNull(bench.plugin.preFilterExtensions()).addPod(copy, victim, preemptor, bench.node1())).isSuccess();
    return copy;
  }

  @Test
  void aVictimDoesNotFindItsDevicesAgainWhileThePreemptorWaitsForThem() {
    preempted();
    CycleState state = new CycleState();
    assertThat(bench.plugin.preFilter(state, victim, bench.handle.cache().snapshot())).isEqualTo(PreFilterDecision.ALL_NODES);

    assertThat(bench.plugin.filter(beside(state), victim, bench.node1()))
        .isRejected().hasReasons("resourceclaim not available on the node");
    assertThat(bench.plugin.filter(state, victim, bench.node1())).as("without the preemptor").isSuccess();
    assertThat(state.read(ClaimsState.KEY).unavailable().cardinality()).as("so that its PostFilter gives it up").isEqualTo(1);
  }

  @Test
  void aReservationThatCouldNotBeTakenBackMakesNoDifference() {
    preempted("uid-low");
    CycleState state = new CycleState();
    bench.plugin.preFilter(state, victim, bench.handle.cache().snapshot());

    assertThat(bench.plugin.filter(beside(state), victim, bench.node1())).isRejected();
  }

  /** The preemptor has lost its nomination, say, and the victim is placed again. */
  @Test
  void aVictimThatIsPlacedAgainIsNotWaitedFor() {
    preempted("uid-low");

    assertThat(bench.attempt().reserve(victim, "n1")).isSuccess();
    assertThat(bench.manager().nominations().outstanding("n1")).isEmpty();
    assertThat(bench.manager().nominations().recorded()).isEmpty();
    assertThat(bench.handle.activated()).as("the preemptor looks for another way").extracting(PodInfo::name).containsExactly("high");
  }

  @Test
  void aVictimThatIsPlacedAgainIsWaitedForUntilItsReservationIsWritten() {
    preempted();

    assertThat(bench.attempt().reserve(victim, "n1")).isSuccess();
    assertThat(bench.manager().nominations().outstanding("n1")).as("nobody uses it yet").hasSize(1);
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim("a").on("n1", "gpu-0").reservedFor("uid-low").version(51).obj());
    assertThat(bench.manager().nominations().recorded()).isEmpty();
  }
}
