package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.now;
import static io.berth.scheduler.fake.Plugins.postFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Cancellation;
import io.berth.framework.Handle;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class PostFilterScenarioTest {
  private final List<CompletableFuture<PostFilterResult>> thinking = new ArrayList<>();
  private final List<Cancellation> cancellations = new ArrayList<>();

  private static Profile.Builder withCpu() {
    return profile("default-scheduler").enable("Cpu", handle -> cpuFilter("Cpu"));
  }

  private SchedulerHarness withThinker() {
    return new SchedulerHarness(
        withCpu()
            .enable("Thinker", handle -> postFilter("Thinker", (pod, cancellation) -> {
              CompletableFuture<PostFilterResult> stage = new CompletableFuture<>();
              thinking.add(stage);
              cancellations.add(cancellation);
              return stage;
            }))
            .build());
  }

  @Test
  void whileAPluginThinksNoOtherCycleBeginsButEventsAreHandled() {
    SchedulerHarness harness = withThinker();
    harness.given(node("n1").cpu("1").obj(), pod("big").cpu("4").priority(5).obj(), pod("small").cpu("1").obj());
    assertThat(thinking).hasSize(1);
    assertThat(harness.waiting("big").place()).isEqualTo(PendingPod.Place.IN_FLIGHT);
    assertThat(harness.waiting("small").place()).isEqualTo(PendingPod.Place.ACTIVE);

    harness.given(node("n2").cpu("8").obj());
    assertThat(harness.cluster.bindings()).isEmpty();
    thinking.get(0).complete(PostFilterResult.unschedulable("nobody to evict"));
    harness.run();

    assertThat(harness.cluster.events()).contains(
        "FailedScheduling big: 0/1 nodes are available: 1 Insufficient cpu. nobody to evict");
    assertThat(harness.cluster.bindings()).as("the node that came meanwhile woke it").containsExactlyInAnyOrder("small>n1", "big>n2");
  }

  @Test
  void aNominationIsNotedAndWritten() {
    SchedulerHarness harness = withThinker();
    harness.given(node("n1").cpu("1").obj(), pod("big").cpu("4").priority(5).obj());
    thinking.get(0).complete(PostFilterResult.nominate("n1"));
    harness.run();

    assertThat(harness.cluster.pod("big").getStatus().getNominatedNodeName()).isEqualTo("n1");
    harness.given(pod("small").cpu("1").obj());
    assertThat(harness.nodeOf("small")).as("n1 is held for big").isEmpty();
    assertThat(harness.cluster.conditionMessage("big")).isEqualTo("0/1 nodes are available: 1 Insufficient cpu.");
  }

  @Test
  void aPodThatIsDeletedCancelsItsPlugin() {
    SchedulerHarness harness = withThinker();
    harness.given(node("n1").cpu("1").obj(), pod("big").cpu("4").priority(5).obj(), pod("small").cpu("1").obj());
    harness.without(harness.cluster.pod("big"));
    assertThat(cancellations.get(0).reason()).isEqualTo("pod default/big is gone or has a node");

    thinking.get(0).complete(PostFilterResult.nominate("n1"));
    harness.run();
    assertThat(harness.nodeOf("small")).isEqualTo("n1");
    assertThat(harness.scheduler().queue().size()).isZero();
  }

  @Test
  void severalPluginsAreAskedAndTheirReasonsJoined() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu()
                .enable("A", handle -> postFilter("A", (pod, cancellation) -> now(PostFilterResult.unschedulable("first"))))
                .enable("B", handle -> postFilter("B", (pod, cancellation) ->
                    now(new PostFilterResult(Status.unschedulable("second"), NominatingInfo.override("n1")))))
                .enable("C", handle -> postFilter("C", (pod, cancellation) -> now(PostFilterResult.unschedulable("third"))))
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());

    assertThat(harness.cluster.conditionMessage("p"))
        .isEqualTo("0/1 nodes are available: 1 Insufficient cpu. first, second, third");
    assertThat(harness.cluster.pod("p").getStatus().getNominatedNodeName()).as("the last that said something").isEqualTo("n1");
  }

  @Test
  void aPodWaitsForPluginsThatAPostFilterNamesBesideThoseThatTurnedItDown() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu()
                .enable("A", handle -> postFilter("A", (pod, cancellation) ->
                    now(new PostFilterResult(Status.unschedulable("not yet"), NominatingInfo.NOOP, Set.of("Devices")))))
                .enable("B", handle -> postFilter("B", (pod, cancellation) ->
                    now(new PostFilterResult(Status.unschedulable("nor that"), NominatingInfo.NOOP, Set.of("Volumes")))))
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());

    assertThat(harness.waiting("p").rejectedBy()).containsExactly("Cpu", "Devices", "Volumes");
  }

  @Test
  void anUnresolvableAnswerEndsTheRound() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu()
                .enable("A", handle -> postFilter("A", (pod, cancellation) ->
                    now(new PostFilterResult(Status.unresolvable("hopeless"), NominatingInfo.NOOP))))
                .enable("B", handle -> postFilter("B", (pod, cancellation) -> now(PostFilterResult.nominate("n1"))))
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/1 nodes are available: 1 Insufficient cpu. hopeless");
  }

  @Test
  void aPluginThatThrowsOrFailsItsStageLeavesThePodUnschedulable() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("A", handle -> postFilter("A", (pod, cancellation) -> {
              if (pod.name().equals("p")) {
                throw new IllegalStateException("oops");
              }
              return CompletableFuture.failedFuture(new IllegalStateException("late oops"));
            })).build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj(), pod("q").cpu("2").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/1 nodes are available: 1 Insufficient cpu. oops");
    assertThat(harness.cluster.conditionMessage("q")).isEqualTo("0/1 nodes are available: 1 Insufficient cpu. late oops");
    assertThat(harness.waiting("p").rejectedBy()).containsExactly("Cpu");
  }

  @Test
  void nothingIsExplainedWhileAPluginThinks() {
    SchedulerHarness harness = withThinker();
    harness.given(node("n1").cpu("1").obj(), pod("big").cpu("4").obj());

    assertThatThrownBy(() -> harness.scheduler().explain("default/big")).hasMessageContaining("ask again when it is over");
  }

  @Test
  void aClosedSchedulerCancelsItsPlugins() {
    SchedulerHarness harness = withThinker();
    harness.given(node("n1").cpu("1").obj(), pod("big").cpu("4").obj());
    harness.scheduler().close();
    harness.time.run();

    assertThat(cancellations.get(0).reason()).isEqualTo("the scheduler is closed");
    thinking.get(0).complete(PostFilterResult.nominate("n1"));
    harness.time.run();
    assertThat(harness.cluster.events()).isEmpty();
    assertThat(harness.cluster.patches()).isEmpty();
    assertThat(harness.cluster.watched()).isEmpty();
  }

  /** What stands under D3 in the list of reported faults: nobody woke the pods that a stale nomination had kept out. */
  @Test
  void losingANominationWakesPodsOfEqualOrLowerPriority() {
    List<Handle> handles = new ArrayList<>();
    SchedulerHarness harness =
        SchedulerHarness.manual(
            withCpu()
                .enable("Preempt", handle -> {
                  handles.add(handle);
                  return postFilter("Preempt", (pod, cancellation) -> preempt(handle, pod));
                })
                .build());
    harness.given(node("n1").cpu("32").obj(), pod("p1").cpu("10").priority(1).on("n1").obj());
    harness.given(pod("p2").cpu("25").priority(5).obj());
    cycle(harness, "p2 preempts p1");
    assertThat(harness.cluster.pod("p2").getStatus().getNominatedNodeName()).isEqualTo("n1");

    harness.given(pod("p3").cpu("20").priority(10).obj(), pod("p1").uid("again").cpu("10").priority(1).obj());
    cycle(harness, "p3 binds");
    assertThat(harness.nodeOf("p3")).isEqualTo("n1");
    cycle(harness, "p1 finds the rest held for p2");
    assertThat(harness.waiting("p1").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);
    cycle(harness, "p2 does not fit any more and loses its nomination");
    assertThat(handles.get(0).nominator().isEmpty()).isTrue();
    cycle(harness, "p1 binds");
    assertThat(harness.nodeOf("p1")).isEqualTo("n1");
    assertThat(harness.nodeOf("p2")).isEmpty();
  }

  private static CompletionStage<PostFilterResult> preempt(Handle handle, PodInfo pod) {
    if (pod.name().equals("p2") && pod.nominatedNodeName().isEmpty()) {
      return handle
          .writes()
          .delete(new ObjectRef<>(ResourceKind.PODS, "default", "p1", ""))
          .thenApply(outcome -> PostFilterResult.nominate("n1"));
    }
    NominatingInfo info = pod.name().equals("p2") ? NominatingInfo.CLEAR : NominatingInfo.NOOP;
    return now(new PostFilterResult(Status.unschedulable("no victims"), info));
  }

  private static void cycle(SchedulerHarness harness, String what) {
    assertThat(harness.scheduler().scheduleOne()).as(what).isTrue();
    harness.run();
  }
}
