package io.berth.preemption;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.CycleState;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationExtensions;
import io.berth.framework.NominationLoss;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.PreemptorEligibility;
import io.berth.framework.VictimEligibility;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may preempt, and whom; the first part as PodEligibleToPreemptOthers in default_preemption_test.go, v1.37.2. */
class EligibilityTest {
  private static PodFixture victim(String name, String node) {
    return pod(name).cpu("2").on(node);
  }

  private static PodFixture going(String name, String node) {
    return victim(name, node).terminating().condition("DisruptionTarget", "True", "PreemptionByScheduler");
  }

  private static PodFixture preemptor() {
    return pod("p").cpu("2").priority(10);
  }

  private static void assertWaits(PostFilterResult result, String reason) {
    assertThat(result.status().isRejected()).isTrue();
    assertThat(result.status().message()).isEqualTo("preemption: " + reason);
    assertThat(result.nominating()).as("the nomination stays").isEqualTo(NominatingInfo.NOOP);
  }

  private static void assertPreemptsOn(String node, PostFilterResult result) {
    assertThat(result.status().isSuccess()).as(result.status().message()).isTrue();
    assertThat(result.nominating()).isEqualTo(NominatingInfo.override(node));
  }

  @Test
  void aPodWhosePolicyIsNeverWaits() {
    var bench = new Bench().nodes(node("n1").cpu("2")).pods(victim("v", "n1"));

    assertWaits(bench.cycle(preemptor().preemptionPolicy("Never")), "not eligible due to preemptionPolicy=Never.");
  }

  @Test
  void aPodWhoseVictimsAreStillGoingWaits() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(going("x", "n1"), victim("y", "n2"));

    assertWaits(
        bench.cycle(preemptor().nominatedNodeName("n1")), "not eligible due to a terminating pod on the nominated node.");
  }

  @Test
  void aPodThatTerminatesForAnotherReasonIsNobodysVictim() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .pods(victim("x", "n1").terminating(), pod("h").cpu("1").on("n1").priority(20), victim("y", "n2"));

    assertPreemptsOn("n2", bench.cycle(preemptor().nominatedNodeName("n1")));
  }

  @Test
  void aTerminatingPodOfEqualPriorityIsNoVictimOfThisPod() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(going("x", "n1").priority(10), victim("y", "n2"));

    assertPreemptsOn("n2", bench.cycle(preemptor().nominatedNodeName("n1")));
  }

  @Test
  void aPodWhoseNodeHasBecomeHopelessMayPreemptAtOnce() {
    var bench = new Bench().nodes(node("never").cpu("2"), node("n2").cpu("2")).pods(going("x", "never"), victim("y", "n2"));

    assertPreemptsOn("n2", bench.cycle(preemptor().nominatedNodeName("never")));
  }

  @Test
  void aPodWhoseNodeIsGoneMayPreemptAtOnce() {
    var bench = new Bench().nodes(node("n2").cpu("2")).pods(victim("y", "n2"));

    assertPreemptsOn("n2", bench.cycle(preemptor().nominatedNodeName("n1")));
  }

  @Test
  void aNominationThatTheStatusDoesNotShowYetCountsAsWell() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(going("x", "n1"), victim("y", "n2"));
    bench.handle.nominator().addNominatedPod(preemptor().info(), NominatingInfo.override("n1"));

    assertWaits(bench.cycle(preemptor()), "not eligible due to a terminating pod on the nominated node.");
  }

  @Test
  void aNewerNominationCountsWhereTheStatusShowsAnOlderOne() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(going("x", "n1"), victim("y", "n2"));
    bench.handle.nominator().addNominatedPod(preemptor().info(), NominatingInfo.override("n2"));

    assertPreemptsOn("n2", bench.cycle(preemptor().nominatedNodeName("n1")));
  }

  @Test
  void aRuleForPreemptorsIsAskedOnEveryAttemptAndItsReasonReachesThePod() {
    List<String> asked = new ArrayList<>();
    var rules = PreemptionRules.UPSTREAM.andPreemptor(
        (preemptor, nominatedNode, snapshot) -> {
          asked.add(preemptor.name() + " on \"" + nominatedNode + "\" of " + snapshot.nodes().size());
          return PreemptionEligibility.notEligible("no preemption at night");
        });
    var bench = new Bench(rules).nodes(node("n1").cpu("2")).pods(victim("v", "n1"));

    assertWaits(bench.cycle(preemptor()), "no preemption at night");
    assertWaits(bench.cycle(preemptor().nominatedNodeName("n1")), "no preemption at night");
    assertThat(asked).containsExactly("p on \"\" of 1", "p on \"n1\" of 1");
  }

  @Test
  void aRuleForVictimsSparesThemAndItsReasonReachesThePodOfNodesThatAreNoCandidates() {
    var rules = PreemptionRules.UPSTREAM.andVictim(
        (preemptor, victim, node) -> victim.labels().containsKey("keep")
            ? PreemptionEligibility.notEligible("pod is to be kept")
            : PreemptionEligibility.ELIGIBLE);
    var bench = new Bench(rules).nodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .pods(victim("v", "n1").label("keep", ""), pod("a").cpu("1").on("n2"), pod("b").cpu("1").on("n2").label("keep", ""));

    PostFilterResult result = bench.cycle(preemptor());

    assertThat(result.status().message()).isEqualTo(
        "preemption: 0/2 nodes are available: 1 Insufficient cpu, 1 No preemption victims found for incoming pod, 2 pod is to be kept.");

    bench.pods(pod("b").cpu("1").on("n2"));
    assertPreemptsOn("n2", bench.cycle(preemptor()));
    bench.handle.time().run();
    assertThat(bench.deleted()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aPodThatMayNotBeAVictimIsNoneThatIsGoing() {
    var rules = PreemptionRules.UPSTREAM.andVictim((preemptor, victim, node) -> victim.name().equals("x")
        ? PreemptionEligibility.notEligible("x is not mine")
        : PreemptionEligibility.ELIGIBLE);
    var bench = new Bench(rules).nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(going("x", "n1"), victim("y", "n2"));

    assertPreemptsOn("n2", bench.cycle(preemptor().nominatedNodeName("n1")));
  }

  @Test
  void aRuleThatSaysNothingHasNotSaidYes() {
    PreemptorEligibility silent = (preemptor, nominatedNode, snapshot) -> null;
    var byPreemptor = new Bench(PreemptionRules.UPSTREAM.andPreemptor(silent).andPreemptor(PreemptorEligibility.ALL))
        .nodes(node("n1").cpu("2")).pods(victim("v", "n1"));
    assertThatThrownBy(() -> byPreemptor.cycle(preemptor())).hasMessage("a rule for preemptors returned null");

    VictimEligibility mute = (preemptor, victim, node) -> null;
    var byVictim = new Bench(PreemptionRules.UPSTREAM.andVictim(mute).andVictim(VictimEligibility.ALL))
        .nodes(node("n1").cpu("2")).pods(victim("v", "n1"));
    assertThatThrownBy(() -> byVictim.cycle(preemptor())).hasMessage("a rule for victims returned null");
    assertThat(byVictim.deleted()).isEmpty();
  }

  @Test
  void anOrderOfOnesOwnDecidesWhoIsSpared() {
    var rules = PreemptionRules.UPSTREAM.orderedBy(
        (a, b) -> Boolean.compare(b.labels().containsKey("batch"), a.labels().containsKey("batch")));
    var bench = new Bench(rules).nodes(node("n1").cpu("2"))
        .pods(pod("a").cpu("1").on("n1").priority(5), pod("b").cpu("1").on("n1").label("batch", ""));

    bench.cycle(pod("p").cpu("1").priority(10));
    bench.handle.time().run();

    assertThat(bench.deleted()).containsExactly("a");
  }

  /** Holds something for nominated pods. */
  private static final class Holder implements NominationExtensions {
    private final List<String> told = new ArrayList<>();
    private PreemptionEligibility answer = PreemptionEligibility.ELIGIBLE;

    @Override
    public String name() {
      return "Holder";
    }

    @Override
    public void addNominatedPod(CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
      told.add("add " + pod.name() + " to " + nodeName + " for " + victims.stream().map(PodInfo::name).toList());
    }

    @Override
    public void removeNominatedPod(PodInfo pod, String nodeName, NominationLoss loss) {}

    @Override
    public void victimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {
      told.add("on " + nodeName + " stay " + spared.stream().map(PodInfo::name).toList());
    }

    @Override
    public PreemptionEligibility podEligibleToPreempt(PodInfo pod, String nodeName) {
      told.add("ask for " + pod.name() + " on " + nodeName);
      return answer;
    }
  }

  @Test
  void pluginsThatHoldResourcesForNominatedPodsHaveASayAndAreToldOfTheChoice() {
    var holder = new Holder();
    var bench = new Bench(PreemptionRules.UPSTREAM, holder).nodes(node("n1").cpu("2")).pods(victim("v", "n1"));

    bench.cycle(preemptor());
    assertThat(holder.told).containsExactly("add p to n1 for [v]");

    holder.told.clear();
    holder.answer = PreemptionEligibility.notEligible("devices are still being freed");
    bench.handle.time().run();
    assertWaits(bench.cycle(preemptor().nominatedNodeName("n1")), "devices are still being freed");
    assertThat(holder.told).containsExactly("ask for p on n1");
  }

  @Test
  void pluginsThatHoldResourcesAreToldOfVictimsThatStay() {
    var holder = new Holder();
    var bench = new Bench(PreemptionRules.UPSTREAM, holder).nodes(node("n1").cpu("3"))
        .pods(pod("v1").cpu("1").on("n1"), pod("v2").cpu("1").on("n1"), pod("v3").cpu("1").on("n1"));
    bench.cycle(pod("p").cpu("3").priority(10));
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<Pod>("no", null));
    holder.told.clear();

    bench.handle.time().run();

    assertThat(holder.told).containsExactly("on n1 stay [v1, v3]");
  }
}
