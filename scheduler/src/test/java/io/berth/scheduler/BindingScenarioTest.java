package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.now;
import static io.berth.scheduler.fake.Plugins.permit;
import static io.berth.scheduler.fake.Plugins.preBind;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.scheduler.fake.Plugins.reserve;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.PostBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BindingScenarioTest {
  private static final PreFlightDecision RUN = new PreFlightDecision.Run(false);

  private final List<String> calls = new ArrayList<>();

  private Profile.Builder withBooks() {
    return profile("default-scheduler")
        .enable("Cpu", handle -> cpuFilter("Cpu"))
        .enable("R1", handle -> reserve("R1", calls, pod -> Status.SUCCESS))
        .enable("R2", handle -> reserve("R2", calls, pod -> Status.SUCCESS));
  }

  @Test
  void aBindingThatFailsIsTakenBackAndThePodRetried() {
    SchedulerHarness harness = new SchedulerHarness(withBooks().build());
    CompletableFuture<WriteOutcome<Pod>> binding = harness.cluster.holdNextBinding();
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj(), pod("q").cpu("1").priority(-1).obj());
    assertThat(harness.waiting("q").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);

    binding.complete(new WriteOutcome.Conflict<>("the node is gone"));
    harness.run();

    assertThat(calls).startsWith("reserve R1", "reserve R2", "unreserve R2", "unreserve R1");
    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("running Bind plugin \"Binder\": the node is gone");
    assertThat(harness.waiting("p").place()).isEqualTo(PendingPod.Place.BACKOFF);
    assertThat(harness.nodeOf("q")).as("woken by what p gave back").isEqualTo("n1");
    harness.advance(Duration.ofSeconds(3));
    assertThat(harness.nodeOf("p")).isEmpty();
  }

  @Test
  void otherPodsAreScheduledWhileABindingIsOpen() {
    SchedulerHarness harness = new SchedulerHarness(withBooks().build());
    CompletableFuture<WriteOutcome<Pod>> binding = harness.cluster.holdNextBinding();
    harness.given(node("n1").cpu("2").obj(), pod("p").cpu("1").obj(), pod("q").cpu("1").obj(), pod("r").cpu("1").obj());

    assertThat(harness.nodeOf("q")).isEqualTo("n1");
    assertThat(harness.waiting("r").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);
    binding.complete(harness.cluster.bindNow("p", "n1"));
    harness.run();
    assertThat(harness.scheduler().queue().size()).isEqualTo(1);
  }

  @Test
  void aSchedulerIsAtRestWhenNothingIsUnderWay() {
    SchedulerHarness harness = new SchedulerHarness(withBooks().build());
    CompletableFuture<WriteOutcome<Pod>> binding = harness.cluster.holdNextBinding();
    harness.given(node("n1").cpu("2").obj(), pod("p").cpu("1").obj(), pod("big").cpu("4").obj());
    assertThat(SchedulerInvariants.unrest(harness.scheduler()))
        .containsExactly("the pod with UID p is being bound", "pod default/p is assumed on n1");

    binding.complete(harness.cluster.bindNow("p", "n1"));
    harness.run();
    assertThat(SchedulerInvariants.unrest(harness.scheduler())).isEmpty();
    assertThat(harness.waiting("big").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);
  }

  @Test
  void theEchoMayComeBeforeTheAnswer() {
    SchedulerHarness harness = new SchedulerHarness(withBooks().build());
    CompletableFuture<WriteOutcome<Pod>> binding = harness.cluster.holdNextBinding();
    harness.given(node("n1").cpu("2").obj(), pod("p").cpu("1").obj());

    harness.cluster.bindNow("p", "n1");
    harness.run();
    binding.complete(new WriteOutcome.Failed<>("the answer was lost", null));
    harness.run();

    assertThat(harness.nodeOf("p")).isEqualTo("n1");
    assertThat(harness.scheduler().queue().size()).isZero();
    assertThat(harness.cluster.events()).isEmpty();
    assertThat(harness.cluster.patches()).isEmpty();
    harness.given(pod("q").cpu("2").obj());
    assertThat(harness.nodeOf("q")).as("p still counts").isEmpty();
  }

  @Test
  void aPodThatWaitsForPermissionHoldsItsNode() {
    SchedulerHarness harness = new SchedulerHarness(withBooks().enable("P", handle -> waiting("p")).build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj(), pod("q").cpu("1").priority(-1).obj());

    assertThat(harness.cluster.bindings()).isEmpty();
    assertThat(harness.waiting("p").place()).isEqualTo(PendingPod.Place.IN_FLIGHT);
    assertThat(harness.cluster.pod("p").getStatus().getNominatedNodeName()).as("told early").isEqualTo("n1");

    harness.advance(Duration.ofMinutes(2));
    assertThat(calls).contains("unreserve R2", "unreserve R1");
    assertThat(harness.cluster.events())
        .contains("FailedScheduling p: 0/1 nodes are available: 1 rejected due to timeout after waiting 1m0s at plugin P.");
    assertThat(harness.nodeOf("q")).isEqualTo("n1");
    assertThat(harness.cluster.pod("p").getStatus().getNominatedNodeName()).isNull();
  }

  @Test
  void aPodGoesOnWhenItIsAllowed() {
    List<Handle> handles = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            withBooks()
                .enable("P", handle -> {
                  handles.add(handle);
                  return waiting("p");
                })
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj());

    handles.get(0).waitingPod("p").allow("P");
    harness.run();
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
    assertThat(handles.get(0).waitingPods()).isEmpty();
    assertThat(harness.time.waitingTimers()).isZero();
  }

  @Test
  void aPodThatIsDeletedWhileItWaitsForPermissionFreesItsNode() {
    SchedulerHarness harness = new SchedulerHarness(withBooks().enable("P", handle -> waiting("p")).build());
    Pod p = pod("p").cpu("1").obj();
    harness.given(node("n1").cpu("1").obj(), p, pod("q").cpu("1").priority(-1).obj());
    harness.cluster.remove(harness.cluster.pod("p"));
    harness.run();

    assertThat(calls).contains("unreserve R2", "unreserve R1");
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.nodeOf("q")).isEqualTo("n1");
    assertThat(harness.scheduler().queue().size()).isZero();
  }

  private static PermitPlugin waiting(String podName) {
    return permit(
        "P",
        pod -> pod.name().equals(podName) ? new PermitDecision.WaitAtMost(Duration.ofMinutes(1)) : PermitDecision.ALLOW);
  }

  @Test
  void aPodInPreBindCanBeCancelled() {
    List<Handle> handles = new ArrayList<>();
    CompletableFuture<Status> work = new CompletableFuture<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            withBooks()
                .enable("B", handle -> {
                  handles.add(handle);
                  return preBind("B", RUN, (pod, cancelled) -> until(cancelled, work));
                })
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj());
    assertThat(handles.get(0).podInPreBind("p").cancelPod("preempted")).isTrue();
    harness.run();

    assertThat(harness.cluster.bindings()).isEmpty();
    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("running PreBind plugin \"B\": preempted");
    assertThat(handles.get(0).podInPreBind("p")).isNull();
    assertThat(calls).contains("unreserve R1");
  }

  @Test
  void aPodThatIsDeletedInPreBindIsCancelledAndFreesItsNodeAtOnce() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withBooks()
                .enable("B", handle -> preBind("B", RUN, (pod, cancelled) ->
                    pod.name().equals("p") ? until(cancelled, new CompletableFuture<>()) : now(Status.SUCCESS)))
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj(), pod("q").cpu("1").priority(-1).obj());
    harness.cluster.remove(harness.cluster.pod("p"));
    harness.run();
    harness.advance(Duration.ofSeconds(2));

    assertThat(calls).contains("unreserve R1");
    assertThat(harness.nodeOf("q")).isEqualTo("n1");
  }

  private static CompletableFuture<Status> until(Cancellation cancelled, CompletableFuture<Status> work) {
    cancelled.onCancel(() -> work.complete(Status.error("stopped")));
    return work;
  }

  @Test
  void aClosedSchedulerTakesNothingBackSinceAnotherOneMayBeBindingThePod() {
    CompletableFuture<Status> preparing = new CompletableFuture<>();
    SchedulerHarness harness =
        new SchedulerHarness(withBooks().enable("Slow", handle -> preBind("Slow", RUN, (pod, cancelled) -> preparing)).build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj());
    harness.scheduler().close();
    harness.time.run();

    preparing.complete(Status.error("took too long"));
    harness.time.run();

    assertThat(calls).containsExactly("reserve R1", "reserve R2");
    assertThat(harness.cluster.events()).isEmpty();
  }

  @Test
  void twoThousandPodsInPreBindNeedNoThread() {
    List<CompletableFuture<Status>> stages = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("B", handle -> preBind("B", RUN, (pod, cancelled) -> {
                  CompletableFuture<Status> stage = new CompletableFuture<>();
                  stages.add(stage);
                  return stage;
                }))
                .build());
    harness.given(node("n1").obj());
    for (int i = 0; i < 2000; i++) {
      harness.cluster.put(pod("p" + i).obj());
    }
    harness.run();
    assertThat(stages).hasSize(2000);

    stages.forEach(stage -> stage.complete(Status.SUCCESS));
    harness.run();
    assertThat(harness.cluster.bindings()).hasSize(2000);
  }

  @Test
  void aReserveThatRejectsIsToldLikeANodeThatDoesNotFit() {
    SchedulerHarness harness =
        new SchedulerHarness(withBooks().enable("R3", handle -> reserve("R3", calls, pod -> Status.unschedulable("taken"))).build());
    harness.given(node("n1").cpu("1").obj(), node("n2").cpu("1").obj(), pod("p").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/1 nodes are available: 1 taken.");
    assertThat(harness.waiting("p").rejectedBy()).containsExactly("R3");
    assertThat(calls).containsExactly(
        "reserve R1", "reserve R2", "reserve R3", "unreserve R3", "unreserve R2", "unreserve R1");
    assertThat(harness.scheduler().snapshot().podCount()).isZero();
  }

  @Test
  void whenEveryBindPluginSkipsThePodFailsAndSaysSo() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .disable("Binder")
                .enable("B", handle -> BlockingPlugins.bind("B", Runnable::run, (state, pod, node) -> Status.SKIP))
                .build());
    harness.given(node("n1").obj(), pod("p").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("every Bind plugin skipped the pod");
    assertThat(harness.waiting("p").place()).isEqualTo(PendingPod.Place.BACKOFF);
  }

  @Test
  void postBindHearsOfPodsThatAreBoundAndMayThrow() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withBooks()
                .enable("Throws", handle -> new Hearing("Throws", true))
                .enable("Hears", handle -> new Hearing("Hears", false))
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").obj());

    assertThat(calls).contains("Throws heard of p", "Hears heard of p");
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  private final class Hearing implements PostBindPlugin {
    private final String name;
    private final boolean fails;

    Hearing(String name, boolean fails) {
      this.name = name;
      this.fails = fails;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void postBind(CycleState state, PodInfo pod, String nodeName) {
      calls.add(name + " heard of " + pod.name());
      if (fails) {
        throw new IllegalStateException("oops");
      }
    }
  }
}
