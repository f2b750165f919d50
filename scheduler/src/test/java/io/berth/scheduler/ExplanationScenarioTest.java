package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.filter;
import static io.berth.scheduler.fake.Plugins.preFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.scheduler.fake.Plugins.score;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.PreFilterDecision;
import io.berth.framework.Profile;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.scheduler.fake.SchedulerHarness;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExplanationScenarioTest {
  private static final ScoreExtensions HALVED =
      (state, pod, scores) -> {
        for (int i = 0; i < scores.size(); i++) {
          scores.set(i, scores.get(i) / 2);
        }
        return Status.SUCCESS;
      };

  private static Profile profileWithScores() {
    return profile("default-scheduler")
        .enable("Cpu", handle -> cpuFilter("Cpu"))
        .enable("Picky", handle -> filter("Picky", (pod, node) ->
            node.name().equals("n2") ? Status.unresolvable("not n2") : Status.SUCCESS))
        .enable("Free", handle -> score("Free", node -> node.allocatable().get(ResourceName.CPU) / 100
            - node.requested(ResourceName.CPU) / 100, HALVED), 3)
        .build();
  }

  private static Explanation explain(SchedulerHarness harness, String name) {
    Explanation explanation = harness.scheduler().explain("default/" + name).orElseThrow();
    harness.run();
    return explanation;
  }

  private static List<String> verdicts(Explanation.NodeExplanation node) {
    return node.verdicts().stream().map(verdict -> verdict.plugin() + ": " + verdict.status().message()).toList();
  }

  @Test
  void aPodOnANodeThatIsNotThereIsExplainedAndStaysWhereItIs() {
    SchedulerHarness harness = new SchedulerHarness(profileWithScores());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").on("n9").obj());
    Explanation explanation = explain(harness, "p");

    assertThat(explanation.nodeName()).isEqualTo("n9");
    assertThat(explanation.nodes()).extracting(Explanation.NodeExplanation::nodeName).containsExactly("n1");
    harness.cluster.remove(harness.cluster.pod("p"));
    harness.run();
  }

  @Test
  void everyPluginSpeaksOfEveryNodeAndNotTheFirstOnly() {
    SchedulerHarness harness = new SchedulerHarness(profileWithScores());
    harness.given(node("n1").cpu("1").obj(), node("n2").cpu("1").obj(), pod("p").cpu("2").obj());
    Explanation explanation = explain(harness, "p");

    assertThat(explanation.nodeName()).isNull();
    assertThat(explanation.message()).isEqualTo("0/2 nodes are available: 2 Insufficient cpu.");
    assertThat(verdicts(explanation.nodes().get(0))).containsExactly("Cpu: Insufficient cpu", "Picky: ");
    assertThat(verdicts(explanation.nodes().get(1))).containsExactly("Cpu: Insufficient cpu", "Picky: not n2");
    assertThat(explanation.nodes()).noneMatch(Explanation.NodeExplanation::fits);
  }

  @Test
  void aPlacedPodIsJudgedAsIfItWereNotThere() {
    SchedulerHarness harness = new SchedulerHarness(profileWithScores());
    harness.given(node("n1").cpu("2").obj(), node("n2").cpu("4").obj(), pod("p").cpu("2").obj());
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
    Explanation explanation = explain(harness, "p");

    assertThat(explanation.nodeName()).isEqualTo("n1");
    assertThat(explanation.message()).isNull();
    assertThat(explanation.nodes().get(0).fits()).isTrue();
    assertThat(explanation.nodes().get(0).scores()).containsExactly(new Explanation.Score("Free", 20, 10, 3));
    assertThat(explanation.nodes().get(0).total()).isEqualTo(30);
    assertThat(explanation.nodes().get(1).fits()).isFalse();
    assertThat(explanation.nodes().get(1).scores()).as("as if it fitted").containsExactly(new Explanation.Score("Free", 40, 20, 3));
  }

  @Test
  void nothingIsChangedByExplaining() {
    SchedulerHarness harness = new SchedulerHarness(profileWithScores());
    harness.given(node("n1").cpu("2").obj(), pod("p").cpu("2").obj(), pod("q").cpu("2").obj());
    explain(harness, "q");
    NodeInfo before = harness.scheduler().snapshot().node("n1");
    int patches = harness.cluster.patches().size();
    explain(harness, "p");

    assertThat(harness.scheduler().snapshot().node("n1")).isSameAs(before);
    assertThat(harness.scheduler().snapshot().podCount()).isEqualTo(1);
    assertThat(harness.cluster.patches()).hasSize(patches);
    assertThat(harness.waiting("q").attempts()).isEqualTo(1);
  }

  @Test
  void whatPreFilterSaysIsToldForThePodAndForTheNodesThatItLeavesOut() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("Skips", handle -> preFilter("Skips", pod -> PreFilterDecision.SKIP))
                .enable("Rejects", handle -> preFilter("Rejects", pod -> PreFilterDecision.reject(Status.unschedulable("no claim"))))
                .enable("Only", handle -> preFilter("Only", pod -> PreFilterDecision.only(Set.of("n1"))))
                .build());
    harness.given(node("n1").obj(), node("n2").obj(), pod("p").obj());
    Explanation explanation = explain(harness, "p");

    assertThat(explanation.preFilter()).extracting(verdict -> verdict.plugin() + ": " + verdict.status().message())
        .containsExactly("Rejects: no claim");
    assertThat(verdicts(explanation.nodes().get(0))).containsExactly("Rejects: no claim");
    assertThat(verdicts(explanation.nodes().get(1)))
        .containsExactly("Rejects: no claim", "Only: node(s) didn't satisfy plugin(s) [Only]");
    assertThat(explanation.message()).isEqualTo("0/2 nodes are available: no claim.");
  }

  @Test
  void thereIsNothingToExplainOfPodsOfOthers() {
    SchedulerHarness harness = new SchedulerHarness(profileWithScores());
    harness.given(node("n1").obj(), pod("other").schedulerName("other").obj());

    assertThat(harness.scheduler().explain("default/other")).isEmpty();
    assertThat(harness.scheduler().explain("default/nobody")).isEmpty();
  }
}
