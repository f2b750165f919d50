package io.berth.preemption;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which node and which victims, as in pkg/scheduler/framework/plugins/defaultpreemption/default_preemption_test.go, v1.37.2. */
class CandidatesParityTest {
  private static final Instant TEN = Instant.parse("2026-01-01T10:00:00Z");

  private static PodFixture low(String name, String node) {
    return pod(name).cpu("1").on(node).startTime(TEN);
  }

  private static void assertPreempts(PostFilterResult result, Bench bench, String node, String... victims) {
    assertThat(result.status().isSuccess()).as(result.status().message()).isTrue();
    assertThat(result.nominating()).isEqualTo(NominatingInfo.override(node));
    bench.handle.time().run();
    assertThat(bench.deleted()).containsExactly(victims);
    assertThat(bench.victimCounts).containsExactly(victims.length);
    assertThat(bench.attempts).isEqualTo(1);
  }

  @Test
  void onlyAsManyPodsGoAsMustAndTheMostImportantAreSpared() {
    var bench = new Bench().nodes(node("n1").cpu("4")).pods(
        low("a", "n1").priority(1), low("b", "n1").priority(3), low("c", "n1").priority(2), low("d", "n1").priority(4));

    assertPreempts(bench.cycle(pod("p").cpu("2").priority(10)), bench, "n1", "c", "a");
  }

  @Test
  void amongPodsOfOnePriorityTheOldestAreSpared() {
    var bench = new Bench().nodes(node("n1").cpu("3")).pods(
        low("old", "n1").startTime(TEN), low("new", "n1").startTime(TEN.plusSeconds(9)), low("mid", "n1").startTime(TEN.plusSeconds(5)));

    assertPreempts(bench.cycle(pod("p").cpu("1").priority(10)), bench, "n1", "new");
  }

  @Test
  void aPodThatABudgetProtectsIsSparedBeforeMoreImportantOnesThatNoneDoes() {
    var bench = new Bench().nodes(node("n1").cpu("2")).budgets(pdb("b").matchLabel("app", "db").disruptionsAllowed(0)).pods(
        low("protected", "n1").label("app", "db"), low("important", "n1").priority(5));

    assertPreempts(bench.cycle(pod("p").cpu("1").priority(10)), bench, "n1", "important");
  }

  @Test
  void theNodeWithFewerViolatedBudgetsIsPreferredToAllElse() {
    var bench = new Bench().nodes(node("n1").cpu("1"), node("n2").cpu("1"))
        .budgets(pdb("b").matchLabel("app", "db").disruptionsAllowed(0))
        .pods(low("a", "n1").label("app", "db"), low("b", "n2").priority(9));

    assertPreempts(bench.cycle(pod("p").cpu("1").priority(10)), bench, "n2", "b");
  }

  @Test
  void victimsAreInTheOrderOfTheirImportanceWhenNodesAreComparedNotInTheOrderOfTheTwoPasses() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .budgets(pdb("b").matchLabel("app", "db").disruptionsAllowed(0))
        .pods(
            low("a", "n1").priority(1000), low("b", "n1").label("app", "db"),
            pod("c").cpu("2").on("n2").startTime(TEN).priority(100).label("app", "db"));

    assertPreempts(bench.cycle(pod("p").cpu("2").priority(10_000)), bench, "n2", "c");
  }

  @Test
  void aNodeWhereNoBudgetIsViolatedIsRightEvenWithAMoreImportantVictim() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2"))
        .budgets(pdb("b").matchLabel("app", "db").disruptionsAllowed(0))
        .pods(
            low("a", "n1").priority(1000), low("b", "n1").label("app", "db"),
            pod("c").cpu("2").on("n2").startTime(TEN).priority(100).label("app", "db"));

    assertPreempts(bench.cycle(pod("p").cpu("1").priority(10_000)), bench, "n1", "a");
  }

  @Test
  void aNodeThatFitsNobodyIsNotTriedAndTheMessageCountsIt() {
    var bench = new Bench().nodes(node("never").cpu("1"), node("n1").cpu("1"), node("n2").cpu("1"))
        .pods(low("a", "never"), low("b", "n1").priority(10), low("c", "n2"));

    PostFilterResult result = bench.cycle(pod("p").cpu("2").priority(10));

    assertThat(result.status()).extracting(Status::isRejected).isEqualTo(true);
    assertThat(result.status().message()).isEqualTo(
        "preemption: 0/3 nodes are available: 1 Insufficient cpu, 1 No preemption victims found for incoming pod, "
            + "1 Preemption is not helpful for scheduling.");
    assertThat(result.nominating()).isEqualTo(NominatingInfo.CLEAR);
    assertThat(bench.deleted()).isEmpty();
  }

  @Test
  void nominatedPodsOfEqualOrHigherPriorityKeepTheirRoom() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(
        pod("a").cpu("2").on("n1"), pod("b").cpu("2").on("n2").priority(5));
    bench.handle.nominator().addNominatedPod(pod("other").cpu("1").priority(10).info(), NominatingInfo.override("n1"));

    assertPreempts(bench.cycle(pod("p").cpu("2").priority(10)), bench, "n2", "b");
  }

  @Test
  void theSearchEndsWhenEnoughCandidatesAreFoundOneOfThemWithoutAViolatedBudget() {
    var nodes = new ArrayList<NodeFixture>();
    var pods = new ArrayList<PodFixture>();
    for (int i = 0; i < 50; i++) {
      nodes.add(node("n" + i).cpu("1"));
      pods.add(low("v" + i, "n" + i).label("app", i == 7 ? "free" : "db"));
    }
    List<String> asked = new ArrayList<>();
    var rules = PreemptionRules.UPSTREAM.andVictim(
        (preemptor, victim, node) -> {
          asked.add(node.name());
          return io.berth.framework.PreemptionEligibility.ELIGIBLE;
        });
    var bench = new Bench(new DefaultPreemptionArgs(10, 1), rules)
        .nodes(nodes.toArray(NodeFixture[]::new))
        .pods(pods.toArray(PodFixture[]::new))
        .budgets(pdb("b").matchLabel("app", "db").disruptionsAllowed(0));

    assertPreempts(bench.cycle(pod("p").cpu("1").priority(10)), bench, "n7", "v7");
    assertThat(asked).endsWith("n7").doesNotHaveDuplicates();
  }

  @Test
  void aVictimOfVeryLowPriorityCountsAndManyOfThemCostMoreThanFew() {
    var bench = new Bench().nodes(node("n1").cpu("2"), node("n2").cpu("2")).pods(
        low("a", "n1").priority(-5), low("b", "n1").priority(-5),
        pod("c").cpu("2").on("n2").priority(-5).startTime(TEN.minusSeconds(60)));

    assertPreempts(bench.cycle(pod("p").cpu("2").priority(10)), bench, "n2", "c");
  }

  @Test
  void amongNodesOfEqualCostTheOneWhoseMostImportantVictimsStartedLastIsChosen() {
    var bench = new Bench().nodes(node("n1").cpu("1"), node("n2").cpu("1"), node("n3").cpu("1")).pods(
        low("a", "n1").startTime(TEN.plusSeconds(1)), low("b", "n2").startTime(TEN.plusSeconds(3)), low("c", "n3"));

    assertPreempts(bench.cycle(pod("p").cpu("1").priority(10)), bench, "n2", "b");
  }
}
