package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.filter;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FilterRunnerTest {
  private static final Status FULL = Status.unschedulable("full").withPlugin("A");

  private final RunnerFixture fixture = new RunnerFixture();
  private final List<String> calls = new ArrayList<>();

  private FilterPlugin noting(String name, Status status) {
    return filter(name, (pod, node) -> {
      calls.add(name + " " + node.pods());
      return status;
    });
  }

  private Status run(ProfileRunner runner) {
    return runner.runFilterPluginsWithNominatedPods(fixture.state, fixture.pod, fixture.n1);
  }

  @Test
  void theFirstObjectionEndsIt() {
    Status status = run(fixture.runner(noting("A", FULL), noting("B", Status.SUCCESS)));

    assertThat(status).isSameAs(FULL);
    assertThat(calls).containsExactly("A []");
  }

  @Test
  void anObjectionGetsThePluginsName() {
    assertThat(run(fixture.runner(noting("A", Status.unschedulable("no")))).plugin()).isEqualTo("A");
  }

  @Test
  void pendingIsAnObjectionToo() {
    assertThat(run(fixture.runner(noting("A", Status.pending("wait")))).code()).isEqualTo(Code.PENDING);
  }

  @Test
  void skippedPluginsAreLeftOut() {
    fixture.state.skipFilterPlugins(Set.of("A"));

    assertThat(run(fixture.runner(noting("A", FULL), noting("B", Status.SUCCESS))).isSuccess()).isTrue();
    assertThat(calls).containsExactly("B []");
  }

  @Test
  void aPluginThatThrowsIsAnErrorInItsName() {
    Status status = run(fixture.runner(noting("A", Status.SUCCESS), filter("B", (pod, node) -> {
      throw new IllegalStateException("oops");
    })));

    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.message()).isEqualTo("running \"B\" filter plugin: oops");
    assertThat(status.plugin()).isEqualTo("B");
  }

  @Test
  void aPluginThatReturnsNothingIsAnErrorInItsName() {
    Status status = run(fixture.runner(filter("A", (pod, node) -> null)));

    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.plugin()).isEqualTo("A");
  }

  @Test
  void nominatedPodsOfEqualOrHigherPriorityAreThereInTheFirstPassOnly() {
    nominate(pod("higher").priority(10).info());
    nominate(pod("lower").priority(-1).info());
    nominate(fixture.pod);

    assertThat(run(fixture.runner(noting("A", Status.SUCCESS))).isSuccess()).isTrue();
    assertThat(calls).containsExactly("A [default/higher]", "A []");
    assertThat(fixture.n1.pods()).isEmpty();
  }

  @Test
  void anObjectionInTheFirstPassIsTheLastWord() {
    nominate(pod("higher").priority(10).info());

    assertThat(run(fixture.runner(noting("A", FULL)))).isSameAs(FULL);
    assertThat(calls).containsExactly("A [default/higher]");
  }

  @Test
  void onlyLowerPrioritiesMakeNoSecondPass() {
    nominate(pod("lower").priority(-1).info());

    run(fixture.runner(noting("A", Status.SUCCESS)));
    assertThat(calls).containsExactly("A []");
  }

  @Test
  void preFilterStateFollowsNominatedPodsOnACopy() {
    nominate(pod("higher").priority(10).info());
    Counting plugin = new Counting(Status.SUCCESS);

    run(fixture.runner(plugin));
    assertThat(plugin.added).containsExactly("default/higher on n1 with [default/higher]");
    assertThat(plugin.states).hasSize(1).doesNotContain(fixture.state);
  }

  @Test
  void aFailingAddPodIsAnError() {
    nominate(pod("higher").priority(10).info());

    Status status = run(fixture.runner(new Counting(Status.unschedulable("no")), noting("A", Status.SUCCESS)));
    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.message()).isEqualTo("running AddPod on PreFilter plugin \"Counting\": no");
    assertThat(calls).isEmpty();
  }

  private void nominate(PodInfo pod) {
    fixture.nominator.addNominatedPod(pod, NominatingInfo.override("n1"));
  }

  private static final class Counting implements PreFilterPlugin, PreFilterExtensions {
    private final Status answer;
    final List<String> added = new ArrayList<>();
    final List<CycleState> states = new ArrayList<>();

    Counting(Status answer) {
      this.answer = answer;
    }

    @Override
    public String name() {
      return "Counting";
    }

    @Override
    public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
      return PreFilterDecision.ALL_NODES;
    }

    @Override
    public PreFilterExtensions preFilterExtensions() {
      return this;
    }

    @Override
    public Status addPod(CycleState state, PodInfo podToSchedule, PodInfo pod, NodeInfo node) {
      added.add(pod + " on " + node.name() + " with " + node.pods());
      states.add(state);
      return answer;
    }

    @Override
    public Status removePod(CycleState state, PodInfo podToSchedule, PodInfo pod, NodeInfo node) {
      return answer;
    }
  }
}
