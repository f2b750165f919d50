package io.berth.preemption;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Status;
import io.berth.framework.VictimOrder;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which nodes are tried again. */
class KnownTrialsTest {
  /** Notes on which nodes victims are tried, and says what its answers depend on: the pod's label "kind". */
  private static final class Notes implements FilterPlugin {
    final Set<String> tried = new TreeSet<>();
    boolean tells = true;
    @Nullable String error;
    @Nullable String errorBesideOthers;

    @Override
    public String name() {
      return "Notes";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      if (node.pods().isEmpty()) {
        tried.add(node.name());
        return error == null ? Status.SUCCESS : Status.error(error);
      }
      return errorBesideOthers == null ? Status.SUCCESS : Status.error(errorBesideOthers);
    }

    @Override
    public @Nullable Object filterSignature(CycleState state, PodInfo pod) {
      return tells ? pod.labels().getOrDefault("kind", "") : null;
    }
  }

  private final Notes notes = new Notes();
  private int pods;

  private Bench bench(PreemptionRules rules) {
    return new Bench(rules, notes)
        .nodes(node("chosen").cpu("2"), node("n1").cpu("2"), node("n2").cpu("2"))
        .pods(pod("v0").cpu("2").on("chosen").priority(0), pod("v1").label("app", "a").cpu("2").on("n1").priority(1), pod("v2").cpu("2").on("n2").priority(2));
  }

  private Bench bench() {
    return bench(PreemptionRules.UPSTREAM);
  }

  private PodFixture preemptor() {
    return pod("p" + pods++).cpu("2").priority(10);
  }

  /**
   * The nodes that are tried for the pod, but for the one that is always chosen. It is not nominated to that one after all, which is a change
   * of that node alone.
   */
  private Set<String> tried(Bench bench, PodFixture pod) {
    notes.tried.clear();
    PodInfo info = pod.info();
    assertThat(bench.cycle(pod).status().isSuccess()).isTrue();
    bench.handle.nominator().deleteNominatedPodIfExists(info);
    notes.tried.remove("chosen");
    return Set.copyOf(notes.tried);
  }

  @Test
  void aNodeThatHasNotChangedIsNotTriedAgainForAPodOfTheSameKind() {
    var bench = bench();

    assertThat(tried(bench, preemptor())).containsExactlyInAnyOrder("n1", "n2");
    assertThat(tried(bench, preemptor())).isEmpty();
  }

  @Test
  void theAnswerIsThatOfTheDryRun() {
    var bench = bench();
    tried(bench, preemptor());
    bench.cycle(preemptor());
    bench.handle.time().run();

    assertThat(bench.victimCounts).containsExactly(1, 1);
    assertThat(bench.deleted()).contains("v0").doesNotContain("v1", "v2");
  }

  @Test
  void aNodeWhosePodsHaveChangedIsTriedAgain() {
    var bench = bench();
    tried(bench, preemptor());
    bench.pods(pod("v3").cpu("0").on("n2").priority(1));

    assertThat(tried(bench, preemptor())).containsExactly("n2");
  }

  @Test
  void podsOfAnotherPriorityOrKindAreTriedForThemselves() {
    var bench = bench();
    tried(bench, preemptor());

    assertThat(tried(bench, preemptor().priority(11))).hasSize(2);
    assertThat(tried(bench, preemptor().label("kind", "other"))).hasSize(2);
    assertThat(tried(bench, preemptor().cpu("1"))).hasSize(2);
    assertThat(tried(bench, preemptor())).as("the first ones are still known").isEmpty();
  }

  @Test
  void aNodeWithOtherNominatedPodsIsTriedAgain() {
    var bench = bench();
    tried(bench, preemptor());
    PodFixture nominated = pod("nominated").cpu("1").priority(5);
    bench.know(nominated.obj());
    bench.handle.nominator().addNominatedPod(nominated.info(), NominatingInfo.override("n1"));

    assertThat(tried(bench, preemptor())).containsExactly("n1");
    assertThat(tried(bench, preemptor())).isEmpty();
  }

  @Test
  void aPodThatIsNominatedItselfGetsAnAnswerOfItsOwn() {
    var bench = bench();
    PodFixture nominated = preemptor();
    bench.know(nominated.obj());
    bench.handle.nominator().addNominatedPod(nominated.info(), NominatingInfo.override("n2"));

    assertThat(tried(bench, preemptor())).as("there is no room on n2 beside the other").containsExactly("n1");
    assertThat(tried(bench, nominated)).containsExactly("n2");
  }

  @Test
  void afterAChangeOfABudgetAllNodesAreTriedAgain() {
    var bench = bench();
    tried(bench, preemptor());
    bench.budgets(pdb("b").matchLabel("app", "a").disruptionsAllowed(0));

    assertThat(tried(bench, preemptor())).hasSize(2);
  }

  @Test
  void nothingIsRememberedWhereAPluginDoesNotSayWhatItsAnswersDependOn() {
    notes.tells = false;
    var bench = bench();
    tried(bench, preemptor());

    assertThat(tried(bench, preemptor())).hasSize(2);
  }

  @Test
  void nothingIsRememberedUnderRulesOfSomebodyElse() {
    var victims = bench(PreemptionRules.UPSTREAM.andVictim((preemptor, victim, node) -> PreemptionEligibility.ELIGIBLE));
    tried(victims, preemptor());
    assertThat(tried(victims, preemptor())).hasSize(2);

    var order = bench(PreemptionRules.UPSTREAM.orderedBy(VictimOrder.UPSTREAM));
    tried(order, preemptor());
    assertThat(tried(order, preemptor())).hasSize(2);
  }

  @Test
  void anErrorIsNotRemembered() {
    var bench = bench();
    notes.error = "broken";
    bench.cycle(preemptor());
    notes.error = null;

    assertThat(tried(bench, preemptor())).hasSize(2);
  }

  /** As when a search for devices takes too long: the pod that is put back becomes a victim, and need not be one the next time. */
  @Test
  void aVictimThatIsOneBecauseOfAnErrorIsNotRemembered() {
    var bench = bench().pods(pod("more").cpu("2").on("n1").priority(1)).nodes(node("n1").cpu("4"));
    notes.errorBesideOthers = "too slow";
    tried(bench, preemptor());
    notes.errorBesideOthers = null;

    assertThat(tried(bench, preemptor())).containsExactly("n1");
    assertThat(tried(bench, preemptor())).isEmpty();
  }

  @Test
  void nodesThatAreGoneAreForgotten() {
    var bench = new Bench(PreemptionRules.UPSTREAM, notes);
    for (int i = 0; i < 200; i++) {
      bench.nodes(node("x" + i).cpu("2")).pods(pod("v" + i).cpu("2").on("x" + i));
    }
    tried(bench, preemptor());
    for (int i = 1; i < 200; i++) {
      bench.gone(pod("v" + i).cpu("2").on("x" + i));
      bench.handle.cache().removeNode("x" + i);
    }

    assertThat(tried(bench, preemptor())).as("whatever was known before").containsExactly("x0");
  }
}
