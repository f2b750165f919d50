package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.preFilter;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Status;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreFilterRunnerTest {
  private final RunnerFixture fixture = new RunnerFixture();

  private PreFilterOutcome run(PreFilterPlugin... plugins) {
    return fixture.runner(plugins).runPreFilterPlugins(fixture.state, fixture.pod, ClusterSnapshot.EMPTY);
  }

  private static PreFilterPlugin only(String name, String... nodes) {
    return preFilter(name, pod -> PreFilterDecision.only(Set.of(nodes)));
  }

  @Test
  void withoutObjectionsAllNodesAreLookedAt() {
    PreFilterOutcome outcome = run(preFilter("A", pod -> PreFilterDecision.ALL_NODES));

    assertThat(outcome.status().isSuccess()).isTrue();
    assertThat(outcome.nodes()).isNull();
  }

  @Test
  void nodesThatEveryPluginNamesAreLookedAt() {
    PreFilterOutcome outcome = run(only("A", "n1", "n2"), only("B", "n2", "n3"));

    assertThat(outcome.nodes()).containsExactly("n2");
    assertThat(outcome.narrowedBy()).containsExactly("A", "B");
  }

  @Test
  void whenOnePluginLeavesNoNodeItIsNamed() {
    PreFilterOutcome outcome = run(only("A"));

    assertThat(outcome.status().code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(outcome.status().message()).isEqualTo("node(s) didn't satisfy plugin A");
    assertThat(outcome.status().plugin()).isNull();
    assertThat(outcome.narrowedBy()).containsExactly("A");
  }

  @Test
  void whenSeveralPluginsTogetherLeaveNoNodeTheyAreNamed() {
    PreFilterOutcome outcome = run(only("B", "n1"), only("A", "n2"));

    assertThat(outcome.status().message()).isEqualTo("node(s) didn't satisfy plugin(s) [A B] simultaneously");
  }

  @Test
  void skippedPluginsAreNotedInTheState() {
    run(preFilter("A", pod -> PreFilterDecision.SKIP), preFilter("B", pod -> PreFilterDecision.ALL_NODES));

    assertThat(fixture.state.skipFilterPlugins()).containsExactly("A");
  }

  @Test
  void theSameSkipsGiveTheSameSet() {
    ProfileRunner runner = fixture.runner(preFilter("A", pod -> PreFilterDecision.SKIP));
    runner.runPreFilterPlugins(fixture.state, fixture.pod, ClusterSnapshot.EMPTY);
    Set<String> first = fixture.state.skipFilterPlugins();
    runner.runPreFilterPlugins(fixture.state, fixture.pod, ClusterSnapshot.EMPTY);

    assertThat(fixture.state.skipFilterPlugins()).isSameAs(first);
  }

  @Test
  void afterAnUnschedulablePluginTheOthersStillRunForPreemption() {
    List<String> ran = new ArrayList<>();
    PreFilterOutcome outcome =
        run(
            preFilter("A", pod -> PreFilterDecision.reject(Status.unschedulable("no"))),
            preFilter("B", pod -> {
              ran.add("B");
              return PreFilterDecision.ALL_NODES;
            }));

    assertThat(ran).containsExactly("B");
    assertThat(outcome.status()).isEqualTo(Status.unschedulable("no").withPlugin("A"));
  }

  @Test
  void anUnresolvablePluginEndsIt() {
    List<String> ran = new ArrayList<>();
    PreFilterOutcome outcome =
        run(
            preFilter("A", pod -> PreFilterDecision.reject(Status.unresolvable("never"))),
            preFilter("B", pod -> {
              ran.add("B");
              return PreFilterDecision.ALL_NODES;
            }));

    assertThat(ran).isEmpty();
    assertThat(outcome.status().plugin()).isEqualTo("A");
  }

  @Test
  void anErrorIsToldInThePluginsName() {
    PreFilterOutcome outcome = run(preFilter("A", pod -> PreFilterDecision.reject(Status.error("broken"))));

    assertThat(outcome.status().code()).isEqualTo(Code.ERROR);
    assertThat(outcome.status().message()).isEqualTo("running PreFilter plugin \"A\": broken");
    assertThat(outcome.status().plugin()).isEqualTo("A");
  }

  @Test
  void aPluginThatThrowsIsAnErrorInItsName() {
    IllegalStateException cause = new IllegalStateException("oops");
    PreFilterOutcome outcome =
        run(
            preFilter("A", pod -> {
              throw cause;
            }));

    assertThat(outcome.status().message()).isEqualTo("running PreFilter plugin \"A\": oops");
    assertThat(outcome.status().cause()).isSameAs(cause);
  }
}
