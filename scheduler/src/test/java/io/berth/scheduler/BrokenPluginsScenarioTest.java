package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.filter;
import static io.berth.scheduler.fake.Plugins.now;
import static io.berth.scheduler.fake.Plugins.permit;
import static io.berth.scheduler.fake.Plugins.postFilter;
import static io.berth.scheduler.fake.Plugins.preBind;
import static io.berth.scheduler.fake.Plugins.preFilter;
import static io.berth.scheduler.fake.Plugins.preScore;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.scheduler.fake.Plugins.reserve;
import static io.berth.scheduler.fake.Plugins.score;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.BindPlugin;
import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.PermitDecision;
import io.berth.framework.Plugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Profile;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A plugin that gives no answer has failed: its pod is tried again, others go on, and nothing stays occupied or assumed. */
@SuppressWarnings({"NullAway", "DataFlowIssue"}) // that is what it is about
class BrokenPluginsScenarioTest {

  private static <T> Function<PodInfo, @Nullable T> nothingForBad(T answer) {
    return pod -> pod.name().equals("bad") ? null : answer;
  }

  static Stream<Arguments> plugins() {
    Function<PodInfo, Status> status = nothingForBad(Status.SUCCESS);
    Function<PodInfo, CompletionStage<Status>> stage = nothingForBad(now(Status.SUCCESS));
    return Stream.of(
        Arguments.of(preFilter("X", nothingForBad(PreFilterDecision.ALL_NODES)), "running PreFilter plugin \"X\": it returned null"),
        Arguments.of(filter("X", (pod, node) -> status.apply(pod)), "running \"X\" filter plugin: it returned null"),
        Arguments.of(preScore("X", status), "running PreScore plugin \"X\": it returned null"),
        Arguments.of(
            score("X", node -> 1, (state, pod, scores) -> status.apply(pod)),
            "running Normalize on Score plugins: plugin \"X\" failed with: it returned null"),
        Arguments.of(reserve("X", new ArrayList<>(), status), "running Reserve plugin \"X\": it returned null"),
        Arguments.of(permit("X", nothingForBad(PermitDecision.ALLOW)), "running Permit plugin \"X\": it returned null"),
        Arguments.of(new PreFlight(), "running PreBindPreFlight \"X\": it returned null"),
        Arguments.of(
            preBind("X", new PreFlightDecision.Run(false), (pod, cancellation) -> stage.apply(pod)),
            "running PreBind plugin \"X\": it returned null"),
        Arguments.of(new Bind(), "running Bind plugin \"X\": it returned null"));
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void thePodFailsInThePluginsNameAndTheOthersGoOn(Plugin plugin, String told) {
    Profile.Builder profile = Profile.builder("default-scheduler").enable("Sort", handle -> new Sort()).enable("X", handle -> plugin);
    if (!(plugin instanceof BindPlugin)) {
      profile = profile("default-scheduler").enable("X", handle -> plugin);
    }
    profile.enable("S", handle -> score("S", node -> 1));
    SchedulerHarness harness = new SchedulerHarness(profile.build());
    harness.given(node("n1").cpu("4").obj(), node("n2").cpu("4").obj(), pod("bad").priority(10).obj(), pod("good").obj());

    assertThat(harness.cluster.conditionMessage("bad")).isEqualTo(told);
    assertThat(harness.waiting("bad").place()).isEqualTo(PendingPod.Place.BACKOFF);
    if (!(plugin instanceof BindPlugin)) {
      assertThat(harness.nodeOf("good")).isNotEmpty();
    }
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.waiting("bad").attempts()).isEqualTo(2);
  }

  @Test
  void aPodIsHeldBackWhenItsPreEnqueueSaysNothing() {
    PreEnqueuePlugin plugin = new PreEnqueue();
    SchedulerHarness harness = new SchedulerHarness(profile("default-scheduler").enable("X", handle -> plugin).build());
    harness.given(node("n1").cpu("4").obj(), pod("bad").obj(), pod("good").obj());

    assertThat(harness.waiting("bad").gatedBy()).isEqualTo("X");
    assertThat(harness.nodeOf("good")).isEqualTo("n1");
  }

  @Test
  void aCycleEndsThoughItsPostFilterHasNoStage() {
    CompletionStage<PostFilterResult> other = now(PostFilterResult.unschedulable("no"));
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("Cpu", handle -> cpuFilter("Cpu"))
                .enable("X", handle -> postFilter("X", (pod, cancellation) -> pod.name().equals("bad") ? null : other))
                .build());
    harness.given(node("n1").cpu("4").obj(), pod("bad").cpu("9").priority(10).obj(), pod("good").cpu("1").obj());

    assertThat(harness.cluster.conditionMessage("bad")).isEqualTo("0/1 nodes are available: 1 Insufficient cpu. it returned null");
    assertThat(harness.nodeOf("good")).isEqualTo("n1");
  }

  @Test
  void afterAnErrorTheSchedulerIsNotHealthyAndPlacesNothingMore() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("Dying", handle -> filter("Dying", (pod, info) -> {
                  throw new StackOverflowError("too deep");
                }))
                .build());
    assertThatThrownBy(() -> harness.given(node("n1").cpu("4").obj(), pod("bad").obj())).isInstanceOf(StackOverflowError.class);

    assertThat(harness.scheduler().healthy()).isFalse();
    assertThat(harness.scheduler().problem()).contains("a task has died: java.lang.StackOverflowError: too deep");
    harness.cluster.put(pod("next").priority(1).obj());
    harness.time.run();
    assertThat(harness.cluster.bindings()).isEmpty();
  }

  @Test
  void podsThatTheQueueSortPluginFailsToOrderAreScheduledAllTheSame() {
    Profile.Builder broken = profile("default-scheduler").disable("Sort").enable("Broken", handle -> new BrokenSort());
    SchedulerHarness harness = new SchedulerHarness(broken.build());
    harness.given(pod("a").obj(), pod("b").obj(), pod("c").obj()).given(node("n1").obj());
    harness.advance(Duration.ofSeconds(10));

    assertThat(harness.cluster.bindings()).containsExactlyInAnyOrder("a>n1", "b>n1", "c>n1");
  }

  private record BrokenSort() implements QueueSortPlugin {
    @Override
    public String name() {
      return "Broken";
    }

    @Override
    public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
      throw new IllegalStateException("oops");
    }
  }

  private record Sort() implements QueueSortPlugin {
    @Override
    public String name() {
      return "Sort";
    }

    @Override
    public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
      return a.pod().priority() > b.pod().priority();
    }
  }

  private record PreEnqueue() implements PreEnqueuePlugin {
    @Override
    public String name() {
      return "X";
    }

    @Override
    public @Nullable Status preEnqueue(PodInfo pod) {
      return pod.name().equals("bad") ? null : Status.SUCCESS;
    }
  }

  private record PreFlight() implements PreBindPlugin {
    @Override
    public String name() {
      return "X";
    }

    @Override
    public @Nullable PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName) {
      return pod.name().equals("bad") ? null : new PreFlightDecision.Skip(true);
    }

    @Override
    public CompletionStage<Status> preBind(
        CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {
      return now(Status.SUCCESS);
    }
  }

  private record Bind() implements BindPlugin {
    @Override
    public String name() {
      return "X";
    }

    @Override
    public @Nullable CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
      return pod.name().equals("bad") ? null : now(Status.SUCCESS);
    }
  }
}
