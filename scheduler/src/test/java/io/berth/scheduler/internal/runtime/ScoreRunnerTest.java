package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.preScore;
import static io.berth.scheduler.fake.Plugins.score;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.CycleState;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PluginFailedException;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.Plugins;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreRunnerTest {
  private final RunnerFixture fixture = new RunnerFixture();

  private long[] run(ProfileRunner runner) {
    return runner.runScorePlugins(fixture.state, fixture.pod, fixture.nodes());
  }

  @Test
  void weightedScoresAreAddedUp() {
    ProfileRunner runner =
        fixture.runner(
            Plugins.profile("default-scheduler")
                .enable("A", handle -> score("A", node -> node.name().equals("n1") ? 10 : 20), 3)
                .enable("B", handle -> score("B", node -> 1))
                .build());

    assertThat(run(runner)).containsExactly(31, 61);
  }

  @Test
  void rawScoresAreNormalisedFirst() {
    ScoreExtensions stretch =
        (state, pod, scores) -> {
          ScoreExtensions.defaultNormalizeScore(100, false, scores);
          return Status.SUCCESS;
        };

    assertThat(run(fixture.runner(score("A", node -> node.name().equals("n1") ? 500 : 1000, stretch))))
        .containsExactly(50, 100);
  }

  @Test
  void pluginsWhosePreScoreSkipsAreLeftOut() {
    ProfileRunner runner = fixture.runner(new SkippingScore(), score("B", node -> 5));

    assertThat(runner.runPreScorePlugins(fixture.state, fixture.pod, fixture.nodes()).isSuccess()).isTrue();
    assertThat(fixture.state.skipScorePlugins()).containsExactly("Skipping");
    assertThat(run(runner)).containsExactly(5, 5);
  }

  @Test
  void aScoreOutOfRangeIsAnError() {
    assertThatThrownBy(() -> run(fixture.runner(score("A", node -> 101))))
        .isInstanceOf(PluginFailedException.class)
        .hasMessage(
            "applying score defaultWeights on Score plugins: plugin \"A\" returns an invalid score 101, "
                + "it should in the range of [0, 100] after normalizing");
  }

  @Test
  void aPluginThatThrowsIsAnErrorInItsName() {
    assertThatThrownBy(() -> run(fixture.runner(score("A", node -> {
      throw new IllegalStateException("oops");
    })))).hasMessage("running Score plugins: plugin \"A\" failed with: oops");
  }

  @Test
  void aFailingNormalisationIsAnErrorInItsName() {
    ScoreExtensions failing = (state, pod, scores) -> Status.error("no");

    assertThatThrownBy(() -> run(fixture.runner(score("A", node -> 1, failing))))
        .hasMessage("running Normalize on Score plugins: plugin \"A\" failed with: no");
  }

  @Test
  void aFailingPreScoreIsAnErrorInItsName() {
    Status status =
        fixture.runner(preScore("A", pod -> Status.unschedulable("no")))
            .runPreScorePlugins(fixture.state, fixture.pod, fixture.nodes());

    assertThat(status.isError()).isTrue();
    assertThat(status.message()).isEqualTo("running PreScore plugin \"A\": no");
  }

  @Test
  void withoutPluginsEveryNodeHasZero() {
    assertThat(run(fixture.runner())).containsExactly(0, 0);
  }

  @Test
  void rawScoresCanBeKept() {
    ScoreExtensions halve =
        (CycleState state, PodInfo pod, NodeScoreList scores) -> {
          for (int i = 0; i < scores.size(); i++) {
            scores.set(i, scores.get(i) / 2);
          }
          return Status.SUCCESS;
        };
    NodeScores scores =
        fixture.runner(score("A", node -> 80, halve)).score(fixture.state, fixture.pod, fixture.nodes(), true);

    assertThat(scores.raw()[0]).containsExactly(80, 80);
    assertThat(scores.normalized()[0]).startsWith(40, 40);
  }

  private static final class SkippingScore implements ScorePlugin, PreScorePlugin {
    @Override
    public String name() {
      return "Skipping";
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
      return Status.SKIP;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      return 50;
    }
  }
}
