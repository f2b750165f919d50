package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What preemption for devices decides and remembers. Source: KEP-5690. */
class ClaimPreemptionTest {
  private final PluginBench bench = PluginBench.withPreemption();
  private final PodInfo preemptor = pending(PluginBench.pod("high", "wanted").priority(100));

  private PodInfo pending(PodFixture fixture) {
    return fixture.info();
  }

  private PodInfo on(String node, PodFixture fixture) {
    return bench.place(node, fixture);
  }

  private static ClaimFixture held(String name, String device, String... podUids) {
    return claim(name).on("n1", device).reservedFor(podUids);
  }

  private void update(ResourceClaim claim) {
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim);
  }

  private void start() {
    assertThat(bench.preFilter(preemptor)).isEqualTo(PreFilterDecision.ALL_NODES);
  }

  private PreFilterExtensions extensions() {
    return Objects.requireNonNull(bench.plugin.preFilterExtensions());
  }

  private Status without(CycleState state, PodInfo... leaving) {
    for (PodInfo pod : leaving) {
      assertThat(extensions().removePod(state, preemptor, pod, bench.node1())).isSuccess();
    }
    return bench.plugin.filter(state, preemptor, bench.node1());
  }

  private Status without(PodInfo... leaving) {
    return without(bench.state.copy(), leaving);
  }

  private void nominate(PodInfo... victims) {
    bench.handle.nominator().addNominatedPod(preemptor, NominatingInfo.override("n1"));
    bench.plugin.addNominatedPod(bench.state, preemptor, "n1", List.of(victims));
  }

  @Test
  void onlyAFailedAllocationMayBeHelpedByPreemption() {
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    start();

    assertThat(bench.filter(preemptor, "n1")).hasCode(Code.UNSCHEDULABLE).hasReasons("cannot allocate all claims");
  }

  @Test
  void whatIsReleasedForThePodIsWaitedForThoughTheNodeLosesItsDevices() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    start();
    nominate(low);
    bench.handle.objects(ResourceKind.RESOURCE_SLICES).delete(bench.handle.objects(ResourceKind.RESOURCE_SLICES).list().get(0));
    start();

    assertThat(bench.filter(preemptor, "n1")).hasCode(Code.UNSCHEDULABLE);
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.CLEARED);
    assertThat(bench.filter(preemptor, "n1")).hasCode(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  @Test
  void aClaimThatIsAllocatedElsewhereStaysUnresolvable() {
    bench.devices("n1", "gpu-0").devices("n2", "gpu-0").claims(claim("wanted").on("n2", "gpu-0").obj());
    start();

    assertThat(bench.filter(preemptor, "n1")).hasCode(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  @Test
  void podsOfAGroupAreNotHelped() {
    PodInfo member = pending(PluginBench.pod("member", "wanted").priority(100).podGroupName("g"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    assertThat(bench.preFilter(member)).isEqualTo(PreFilterDecision.ALL_NODES);

    assertThat(bench.filter(member, "n1")).hasCode(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
  }

  /** It may have been turned down for something else first, so that preemption is tried for it. */
  @Test
  void nothingIsFreedForAPodThatIsNotHelped() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PodInfo member = pending(PluginBench.pod("member", "wanted").priority(100).podGroupName("g"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    assertThat(bench.preFilter(member)).isEqualTo(PreFilterDecision.ALL_NODES);

    assertThat(extensions().removePod(bench.state, member, low, bench.node1())).isSuccess();
    assertThat(bench.plugin.filter(bench.state, member, bench.node1())).isRejected();
  }

  @Test
  void withoutTheGateNothingIsSimulated() {
    assertThat(new PluginBench().plugin.preFilterExtensions()).isNull();
  }

  @Test
  void aClaimIsFreedWhenItsLastConsumerLeaves() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PodInfo other = on("n1", PluginBench.pod("other", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low", "uid-other").obj(), claim("wanted").obj());
    start();

    assertThat(without(low)).isRejected();
    assertThat(without(other)).isRejected();
    assertThat(without(low, other)).isSuccess();
  }

  @Test
  void whoeverElseHasTheClaimKeepsIt() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    on("n2", PluginBench.pod("far", "a"));
    on("n1", PluginBench.pod("member", "a").podGroupName("g"));
    bench.devices("n1", "gpu-0").claims(claim("a").obj(), claim("wanted").obj());
    int version = 50;
    for (String other : List.of("uid-far", "uid-member", "uid-nobody-knows")) {
      update(held("a", "gpu-0", "uid-low", other).version(version++).obj());
      start();
      assertThat(without(low)).as(other).isRejected();
    }
  }

  @Test
  void aConsumerThatIsOnItsWayOutDoesNotKeepIt() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    on("n1", PluginBench.pod("going", "a").priority(1000).terminating());
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low", "uid-going").obj(), claim("wanted").obj());
    start();

    assertThat(without(low)).isSuccess();
  }

  @Test
  void aPodThatHoldsAnAllocationInFlightIsAConsumer() {
    bench.devices("n1", "gpu-0").claims(claim("a").obj(), claim("wanted").obj());
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    assertThat(bench.attempt().reserve(low, "n1")).isSuccess();
    start();

    assertThat(without()).isRejected();
    assertThat(without(low)).isSuccess();
  }

  /** Two pods count on one allocation when the second one had looked before the first one reserved. */
  @Test
  void aPodThatSharesAnAllocationInFlightKeepsIt() {
    bench.devices("n1", "gpu-0").claims(claim("a").obj(), claim("wanted").obj());
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PodInfo other = on("n1", PluginBench.pod("other", "a"));
    CycleState looked = new CycleState();
    assertThat(bench.plugin.preFilter(looked, other, bench.handle.cache().snapshot())).isEqualTo(PreFilterDecision.ALL_NODES);
    assertThat(bench.plugin.filter(looked, other, bench.node1())).isSuccess();
    assertThat(bench.attempt().reserve(low, "n1")).isSuccess();
    assertThat(bench.plugin.reserve(looked, other, "n1")).isSuccess();
    start();

    assertThat(without(low)).isRejected();
    assertThat(without(other)).isRejected();
    assertThat(without(low, other)).isSuccess();
  }

  /** Whatever the order: with the same pods gone the same is free. */
  @Test
  void puttingAPodBackIsTheInverseOfTakingItAway() {
    bench.devices("n1", "gpu-0", "gpu-1", "gpu-2");
    List<PodInfo> pods = new ArrayList<>();
    for (String[] pod : new String[][] {{"p", "a", "s"}, {"q", "b", "s"}, {"r", "b"}, {"t"}}) {
      PodFixture fixture = PluginBench.pod(pod[0], Arrays.copyOfRange(pod, 1, pod.length));
      pods.add(on("n1", pod[0].equals("r") ? fixture.terminating() : fixture));
    }
    bench.claims(
        held("a", "gpu-0", "uid-p").obj(),
        held("b", "gpu-1", "uid-q", "uid-r").obj(),
        held("s", "gpu-2", "uid-p", "uid-q").obj(),
        claim("wanted").obj());
    start();
    Random random = new Random(7);
    for (int run = 0; run < 200; run++) {
      CycleState state = bench.state.copy();
      List<PodInfo> gone = new ArrayList<>();
      for (int step = 0; step < 12; step++) {
        PodInfo pod = pods.get(random.nextInt(pods.size()));
        if (gone.remove(pod)) {
          extensions().addPod(state, preemptor, pod, bench.node1());
        } else {
          gone.add(pod);
          extensions().removePod(state, preemptor, pod, bench.node1());
        }
        CycleState fresh = bench.state.copy();
        gone.forEach(left -> extensions().removePod(fresh, preemptor, left, bench.node1()));
        assertThat(state.read(ClaimsState.KEY).allocated().devices())
            .as("run %d, gone %s", run, gone)
            .isEqualTo(fresh.read(ClaimsState.KEY).allocated().devices());
      }
    }
  }

  @Test
  void thePreemptorWaitsUntilItsVictimsClaimsAreReleased() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    start();
    nominate(low);

    bench.handle.cache().remove(low); // it is gone, and nobody has released its claim yet
    assertThat(bench.plugin.podEligibleToPreempt(preemptor, "n1"))
        .isEqualTo(
            PreemptionEligibility.notEligible(
                "not eligible due to resource claims of preempted pods on the nominated node that are still allocated: default/a."));
    update(claim("a").version(50).obj());
    assertThat(bench.plugin.podEligibleToPreempt(preemptor, "n1")).isEqualTo(PreemptionEligibility.ELIGIBLE);
  }

  @Test
  void aPodWithoutARecordIsEligibleAsUpstreamHasIt() {
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());

    assertThat(bench.plugin.podEligibleToPreempt(preemptor, "n1")).isEqualTo(PreemptionEligibility.ELIGIBLE);
  }

  @Test
  void victimsThatStayAreNotWaitedForAndOthersAre() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PodInfo other = on("n1", PluginBench.pod("other", "b"));
    bench.devices("n1", "gpu-0", "gpu-1")
        .claims(held("a", "gpu-0", "uid-low").obj(), held("b", "gpu-1", "uid-other").obj(), claim("wanted").obj());
    start();
    nominate(low, other);
    assertThat(bench.manager().nominations().outstanding("n1")).hasSize(2);

    bench.plugin.victimsSpared(preemptor, "n1", List.of(low));
    assertThat(bench.manager().nominations().outstanding("n1")).containsExactly(bench.claim("b").uid());
  }

  /** A nomination is replaced: what is recorded for the new node is there before the loss of the old one is told. */
  @Test
  void theLateLossOfAnOldNominationLeavesTheNewOne() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").devices("n2", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    start();
    nominate(low);
    bench.plugin.addNominatedPod(bench.state, preemptor, "n2", List.of());
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.REPLACED);

    assertThat(bench.manager().nominations().find(preemptor.uid(), "n1")).isNull();
    assertThat(bench.manager().nominations().find(preemptor.uid(), "n2")).isNotNull();
    assertThat(bench.manager().nominations().outstanding("n1")).as("claims stay recorded").hasSize(1);
  }

  @Test
  void theSameNodeAgainIsOneRecord() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj());
    start();
    nominate(low);
    nominate(low);

    assertThat(bench.manager().nominations().all()).hasSize(1);
    assertThat(bench.manager().nominations().outstanding("n1")).hasSize(1);
  }

  @Test
  void whatIsHeldIsFreeForOthersOnlyWhenTheNominationIsLost() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    bench.devices("n1", "gpu-0").claims(held("a", "gpu-0", "uid-low").obj(), claim("wanted").obj(), claim("c").obj());
    start();
    nominate(low);
    bench.handle.cache().remove(low);
    update(claim("a").version(50).obj());
    PodInfo other = pending(PluginBench.pod("other", "c").priority(100));
    CycleState state = new CycleState();
    bench.plugin.preFilter(state, other, bench.handle.cache().snapshot());
    CycleState beside = state.copy();
    assertThat(extensions().addPod(beside, other, preemptor, bench.node1())).isSuccess();

    assertThat(bench.plugin.filter(beside, other, bench.node1())).isRejected();
    assertThat(bench.plugin.filter(state, other, bench.node1())).as("for pods of higher priority").isSuccess();

    int told = bench.handle.published().size();
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.CLEARED);
    bench.handle.time().run();
    assertThat(bench.handle.published()).as("those who wait are woken").hasSize(told + 1);
    CycleState after = state.copy();
    extensions().addPod(after, other, preemptor, bench.node1());
    assertThat(bench.plugin.filter(after, other, bench.node1())).isSuccess();
  }

  @Test
  void aReservationThatFailsBeforeItHasAnythingWakesThoseWhoWait() {
    bench.devices("n1", "gpu-0").claims(claim("wanted").obj());
    start();
    nominate();
    int told = bench.handle.published().size();
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.BOUND);
    bench.plugin.unreserve(bench.state, preemptor, "n1");
    bench.handle.time().run();

    assertThat(bench.handle.published()).hasSize(told + 1);
  }

  /** Another scheduler has bound the pod: no reservation of this one follows. */
  @Test
  void aPodThatIsBoundBySomebodyElseLeavesWhatWasHeldToThoseWhoWait() {
    bench.devices("n1", "gpu-0").claims(claim("wanted").obj());
    start();
    nominate();
    on("n2", PluginBench.pod("high", "wanted").priority(100));
    int told = bench.handle.published().size();
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.BOUND);
    bench.handle.time().run();

    assertThat(bench.handle.published()).hasSize(told + 1);
    assertThat(bench.manager().nominations().isEmpty()).isTrue();
  }

  @Test
  void aPodOfTheSameNameThatHasANodeIsAnotherOne() {
    bench.devices("n1", "gpu-0").claims(claim("wanted").obj());
    start();
    nominate();
    on("n2", PluginBench.pod("high", "wanted").uid("uid-another"));
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.BOUND);

    assertThat(bench.manager().nominations().reserving()).hasSize(1);
  }

  @Test
  void aDecisionThatNeverBecomesANominationIsForgotten() {
    bench.devices("n1", "gpu-0").claims(claim("wanted").obj());
    start();
    bench.plugin.addNominatedPod(bench.state, preemptor, "n1", List.of());
    bench.handle.time().run();
    assertThat(bench.manager().nominations().isEmpty()).isTrue();

    nominate();
    bench.handle.time().run();
    assertThat(bench.manager().nominations().all()).as("a nomination is none of these").hasSize(1);
  }

  /** A victim that waited in PreBind gives up what was in flight for it; no event of its claim tells of that. */
  @Test
  void anAllocationThatIsGivenUpIsNoLongerWaitedFor() {
    bench.devices("n1", "gpu-0").claims(claim("a").obj(), claim("wanted").obj());
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PluginBench.Attempt attempt = bench.attempt();
    assertThat(attempt.reserve(low, "n1")).isSuccess();
    start();
    nominate(low);
    assertThat(bench.manager().nominations().recorded()).hasSize(1);

    attempt.unreserve(low, "n1");
    assertThat(bench.manager().nominations().recorded()).isEmpty();
  }

  @Test
  void aReservationTakesWhatWasHeldOver() {
    bench.devices("n1", "gpu-0", "gpu-1").claims(claim("wanted").obj());
    start();
    nominate();
    assertThat(bench.filter(preemptor, "n1")).isSuccess();
    bench.plugin.removeNominatedPod(preemptor, "n1", NominationLoss.BOUND);
    assertThat(bench.plugin.reserve(bench.state, preemptor, "n1")).isSuccess();

    assertThat(bench.manager().nominations().isEmpty()).isTrue();
    assertThat(bench.tracker().pending(bench.claim("wanted").uid())).isNotNull();
  }

  @Test
  void thePreemptorSleepsUntilTheLastOfItsVictimsClaims() {
    PodInfo low = on("n1", PluginBench.pod("low", "a"));
    PodInfo other = on("n1", PluginBench.pod("other", "b"));
    ResourceClaim a = held("a", "gpu-0", "uid-low").obj();
    ResourceClaim b = held("b", "gpu-1", "uid-other").obj();
    bench.devices("n1", "gpu-0", "gpu-1").claims(a, b, claim("wanted").obj());
    start();
    nominate(low, other);
    ClaimHints hints = new ClaimHints(new PodClaims(bench.tracker()), null, bench.manager().nominations(), true);

    ResourceClaim aFree = claim("a").version(50).obj();
    update(aFree);
    assertThat(hints.afterClaimChange(preemptor, a, aFree)).isEqualTo(QueueingHint.QUEUE_SKIP);
    ResourceClaim bFree = claim("b").version(51).obj();
    update(bFree);
    assertThat(hints.afterClaimChange(preemptor, b, bFree)).isEqualTo(QueueingHint.QUEUE);
  }

  @Test
  void whoeverMayPreemptIsWokenWhenAConsumerOfAClaimGoesThatOthersStillUse() {
    ResourceClaim shared = held("shared", "gpu-0", "uid-high", "uid-low").obj();
    ResourceClaim left = held("shared", "gpu-0", "uid-low").obj();
    ResourceClaim unused = claim("shared").on("n1", "gpu-0").obj();
    bench.devices("n1", "gpu-0").claims(shared, claim("wanted").obj());
    start();
    PodClaims podClaims = new PodClaims(bench.tracker());
    ClaimHints hints = new ClaimHints(podClaims, null, bench.manager().nominations(), true);
    ClaimHints withoutTheGate = new ClaimHints(podClaims, null, bench.manager().nominations(), false);

    assertThat(hints.afterClaimChange(preemptor, shared, left)).isEqualTo(QueueingHint.QUEUE);
    assertThat(hints.afterClaimChange(preemptor, left, shared)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(hints.afterClaimChange(preemptor, left, unused)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(withoutTheGate.afterClaimChange(preemptor, shared, left)).isEqualTo(QueueingHint.QUEUE_SKIP);
  }
}
