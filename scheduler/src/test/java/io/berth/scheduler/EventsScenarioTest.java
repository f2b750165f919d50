package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.filter;
import static io.berth.scheduler.fake.Plugins.permit;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.namespace;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.Handle;
import io.berth.framework.NominationExtensions;
import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.PermitDecision;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Profile;
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotListener;
import io.berth.framework.Status;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventsScenarioTest {
  private static Profile.Builder withCpu() {
    return profile("default-scheduler").enable("Cpu", handle -> cpuFilter("Cpu"));
  }

  private static EventSink<Pod> pods(SchedulerHarness harness) {
    EventSink<Pod> sink = harness.cluster.sink(ResourceKind.PODS);
    if (sink == null) {
      throw new AssertionError("pods are not watched");
    }
    return sink;
  }

  @Test
  void podsThatEndedFreeTheirNode() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), pod("job").cpu("1").on("n1").obj(), pod("p").cpu("1").obj());
    assertThat(harness.nodeOf("p")).isEmpty();

    harness.given(pod("job").cpu("1").on("n1").phase("Succeeded").obj());
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
    harness.given(pod("another").cpu("1").on("n1").phase("Failed").obj());
    assertThat(harness.scheduler().snapshot().podCount()).isZero();
  }

  @Test
  void aPodThatIsAddedTwiceCountsOnce() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    Pod running = pod("r").cpu("1").on("n1").obj();
    harness.given(node("n1").cpu("2").obj(), running);
    pods(harness).added(running);
    harness.run().given(pod("p").cpu("1").obj());

    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  @Test
  void aPodOfTheSameNameIsAnotherPod() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("2").obj(), pod("a").cpu("2").on("n1").obj(), pod("p").cpu("1").obj());
    // The deletion was missed: the first is replaced by one that has no node yet.
    harness.given(pod("a").uid("another").cpu("1").obj());

    assertThat(harness.nodeOf("a")).isEqualTo("n1");
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  @Test
  void aDeletionThatComesLateHarmsNobody() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    Pod old = pod("a").cpu("1").obj();
    harness.given(old, pod("a").uid("another").cpu("1").obj());
    pods(harness).deleted(old, false);
    harness.run().given(node("n1").cpu("2").obj());
    harness.advance(Duration.ofSeconds(2));

    assertThat(harness.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void aMissedDeletionFreesTheNodeThatTheLastKnownStateDoesNotName() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), pod("a").cpu("1").obj(), pod("b").cpu("1").priority(-1).obj());
    assertThat(harness.nodeOf("a")).isEqualTo("n1");

    pods(harness).deleted(harness.cluster.pod("a"), true);
    harness.time.run();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.nodeOf("b")).isEqualTo("n1");
  }

  @Test
  void aPodThatSomebodyElseBindsIsTakenOutOfTheQueue() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), pod("a").cpu("4").obj());
    harness.cluster.bindNow("a", "n1");
    harness.run();

    assertThat(harness.scheduler().queue().size()).isZero();
  }

  @Test
  void updatesOfAnAssumedPodDoNotPutItIntoTheQueue() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("P", handle -> permit("P", pod -> new PermitDecision.WaitAtMost(Duration.ofMinutes(1)))).build());
    harness.given(node("n1").cpu("1").obj(), pod("a").cpu("1").obj());
    harness.given(pod("a").cpu("1").label("changed", "yes").obj());

    assertThat(harness.scheduler().queue().count(PendingPod.Place.ACTIVE)).isZero();
    assertThat(harness.scheduler().queue().count(PendingPod.Place.IN_FLIGHT)).isEqualTo(1);
  }

  @Test
  void aPodThatCannotBeReadIsLeftOutAndTheOthersGoOn() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), node("bad").cpu("one").obj(), pod("bad").cpu("much").obj(), pod("p").cpu("1").obj());

    assertThat(harness.nodeOf("p")).isEqualTo("n1");
    assertThat(harness.scheduler().queue().size()).isZero();
  }

  @Test
  void aNodeThatGetsRoomWakesPods() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());
    harness.given(node("n1").cpu("2").obj());

    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  @Test
  void noPodIsPlacedBeforeAllWatchesAreSynced() {
    SchedulerHarness harness = SchedulerHarness.unsynced(withCpu().build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj());
    assertThat(harness.scheduler().isSynced()).isFalse();
    assertThat(harness.nodeOf("p")).isEmpty();

    harness.cluster.sync();
    harness.run();
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  /** What stands under H2 (4) in the list of reported faults. */
  @Test
  void whenAWatchStopsForGoodNothingIsBoundAnyMore() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("P", handle -> permit("P", pod ->
                pod.name().equals("waits") ? new PermitDecision.WaitAtMost(Duration.ofSeconds(5)) : PermitDecision.ALLOW)).build());
    harness.given(node("n1").cpu("9").obj(), pod("waits").cpu("1").obj(), pod("first").cpu("1").obj());
    assertThat(harness.cluster.bindings()).containsExactly("first>n1");

    pods(harness).stopped(new IllegalStateException("gone for good"));
    harness.given(pod("late").cpu("1").obj());
    harness.advance(Duration.ofMinutes(10));

    assertThat(harness.scheduler().healthy()).isFalse();
    assertThat(harness.scheduler().problem()).hasValue("the watch of pods.v1 has stopped: gone for good");
    assertThat(harness.cluster.bindings()).containsExactly("first>n1");
  }

  @Test
  void aWatchThatItsOwnerClosedIsNoProblem() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().build());
    pods(harness).stopped(null);

    assertThat(harness.scheduler().healthy()).isTrue();
  }

  @Test
  void onlyKindsThatAPluginReadsOrRegistersAreWatched() {
    assertThat(new SchedulerHarness(withCpu().build()).cluster.watched()).containsExactly("nodes", "pods");
    SchedulerHarness harness = new SchedulerHarness(withCpu().enable("Reader", Reader::new).build());
    assertThat(harness.cluster.watched()).containsExactly("namespaces", "nodes", "pods", "services");
  }

  @Test
  void aPluginSeesTheObjectsThatItReadsAndIsAskedWhenTheyChange() {
    SchedulerHarness harness = new SchedulerHarness(withCpu().enable("Reader", Reader::new).build());
    harness.given(node("n1").cpu("1").obj(), namespace("default"), pod("p").obj());
    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("0/1 nodes are available: 1 no service.");

    harness.given(service("s", "app", "x"));
    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  @Test
  void aPluginMustDeclareWhatItAsksFor() {
    assertThatThrownBy(
            () -> new SchedulerHarness(withCpu().enable("Cpu", handle -> {
              handle.lister(ResourceKind.REPLICA_SETS);
              return cpuFilter("Cpu");
            }).build()))
        .hasMessageContaining("a plugin asked for objects of [replicasets.apps/v1] that no plugin's reads() or registered events name");
  }

  /** Wants a service to be there; reads services, and hears of namespaces by their events only. */
  private static final class Reader implements FilterPlugin, EnqueueExtensions {
    private final Lister<Service> services;

    Reader(Handle handle) {
      services = handle.lister(ResourceKind.SERVICES);
    }

    @Override
    public String name() {
      return "Reader";
    }

    @Override
    public Set<ResourceKind<?>> reads() {
      return Set.of(ResourceKind.SERVICES);
    }

    @Override
    public List<ClusterEventWithHint<?>> eventsToRegister() {
      return List.of(
          ClusterEventWithHint.of(ResourceKind.SERVICES.events(), ActionType.ADD),
          ClusterEventWithHint.of(ResourceKind.NAMESPACES.events(), ActionType.DELETE));
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      return services.list("default").isEmpty() ? Status.unschedulable("no service") : Status.SUCCESS;
    }
  }

  @Test
  void aPluginCanRaiseAnEventOfItsOwn() {
    List<Handle> handles = new ArrayList<>();
    boolean[] open = {false};
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu()
                .enable("Gate", handle -> {
                  handles.add(handle);
                  return filter(
                      "Gate", (pod, node) -> open[0] ? Status.SUCCESS : Status.unschedulable("closed"));
                })
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").obj());
    open[0] = true;
    harness.time.execute(
        () -> handles.get(0).events().publish(ClusterEvent.of(EventResource.NODE, ActionType.UPDATE_NODE_LABEL), null, null));
    harness.advance(Duration.ofSeconds(2));

    assertThat(harness.nodeOf("p")).isEqualTo("n1");
  }

  @Test
  void snapshotListenersHearOfEverythingBeforeEachCycle() {
    List<String> heard = new ArrayList<>();
    SchedulerHarness harness = new SchedulerHarness(withCpu().enable("L", handle -> new Listening(heard, false)).build());
    harness.given(node("n1").cpu("2").obj(), node("n2").cpu("2").obj(), pod("r").on("n2").obj());
    assertThat(heard).isEmpty();

    harness.given(pod("p").cpu("2").obj());
    assertThat(heard).containsExactly("n1 new +[] -[]", "n2 new +[default/r on n2] -[]");
    heard.clear();
    harness.given(pod("q").cpu("2").obj());
    assertThat(heard).containsExactly("n1 +[default/p on n1] -[]");
  }

  @Test
  void aListenerThatThrowsStopsItsProfileAndNoOther() {
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("L", handle -> new Listening(new ArrayList<>(), true)).build(),
            profile("other").enable("Cpu", handle -> cpuFilter("Cpu")).build());
    harness.given(node("n1").cpu("2").obj(), pod("p").cpu("1").obj(), pod("q").schedulerName("other").cpu("1").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("plugin \"L\" lost track of the cluster: oops");
    assertThat(harness.nodeOf("q")).isEqualTo("n1");
  }

  private record Listening(List<String> heard, boolean fails) implements SnapshotListener {
    @Override
    public String name() {
      return "L";
    }

    @Override
    public void changed(SnapshotDelta delta) {
      if (fails) {
        throw new IllegalStateException("oops");
      }
      for (SnapshotDelta.NodeChange change : delta.nodes()) {
        heard.add(change.name() + (change.before() == null ? " new" : "") + " +" + change.added() + " -" + change.removed());
      }
    }
  }

  @Test
  void pluginsThatHoldSomethingForANominationHearWhenItIsLost() {
    List<String> lost = new ArrayList<>();
    List<Handle> handles = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu()
                .enable("Holder", handle -> {
                  handles.add(handle);
                  return new Holder(lost);
                })
                .build());
    harness.given(
        node("n1").cpu("1").obj(), node("n2").cpu("1").obj(),
        pod("bound").cpu("1").nominatedNodeName("n1").obj(),
        pod("deleted").cpu("5").obj(), pod("moved").cpu("5").obj());
    handles.get(0).nominator().addNominatedPod(harness.waiting("deleted").pod(), NominatingInfo.override("n2"));
    handles.get(0).nominator().addNominatedPod(harness.waiting("moved").pod(), NominatingInfo.override("n1"));
    handles.get(0).nominator().addNominatedPod(harness.waiting("moved").pod(), NominatingInfo.override("n1"));
    handles.get(0).nominator().addNominatedPod(harness.waiting("moved").pod(), NominatingInfo.override("n2"));
    handles.get(0).nominator().addNominatedPod(harness.waiting("moved").pod(), NominatingInfo.CLEAR);
    harness.without(harness.cluster.pod("deleted"));

    assertThat(lost)
        .containsExactly(
            "bound from n1 BOUND", "moved from n1 REPLACED", "moved from n2 CLEARED", "deleted from n2 DELETED");
  }

  private record Holder(List<String> lost) implements NominationExtensions {
    @Override
    public String name() {
      return "Holder";
    }

    @Override
    public void addNominatedPod(CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
      throw new IllegalStateException("not by the engine");
    }

    @Override
    public void removeNominatedPod(PodInfo pod, String nodeName, NominationLoss loss) {
      lost.add(pod.name() + " from " + nodeName + " " + loss);
    }

    @Override
    public PreemptionEligibility podEligibleToPreempt(PodInfo pod, String nodeName) {
      return PreemptionEligibility.ELIGIBLE;
    }
  }

  @Test
  void aNominationThatOnlyTheSchedulerKnewOfWakesOthersAtOnceWhenItIsLost() {
    List<Handle> handles = new ArrayList<>();
    SchedulerHarness harness =
        new SchedulerHarness(
            withCpu().enable("Cpu", handle -> {
              handles.add(handle);
              return cpuFilter("Cpu");
            }).build());
    harness.given(node("n1").cpu("2").obj(), pod("big").cpu("9").priority(5).obj());
    handles.get(0).nominator().addNominatedPod(harness.waiting("big").pod(), NominatingInfo.override("n1"));
    harness.given(pod("small").cpu("2").obj());
    assertThat(harness.nodeOf("small")).isEmpty();

    harness.time.execute(
        () -> handles.get(0).nominator().addNominatedPod(harness.waiting("big").pod(), NominatingInfo.CLEAR));
    harness.scheduler().schedulingExecutor().execute(() -> {});
    harness.run();
    assertThat(harness.nodeOf("small")).isEqualTo("n1");
  }

  @Test
  void aPodThatGoesElsewhereThanItWasNominatedToWakesThoseWhoWaitedForThatRoom() {
    SchedulerHarness harness =
        SchedulerHarness.manual(
            withCpu()
                .enable("Home", handle -> filter("Home", (pod, node) ->
                    pod.name().equals("small") && node.name().equals("n2") ? Status.unresolvable("not there") : Status.SUCCESS))
                .build());
    harness.given(node("n1").cpu("2").obj(), node("n2").cpu("2").obj(), pod("r").cpu("1").on("n1").obj());
    harness.given(pod("small").cpu("1").obj(), pod("nominated").cpu("2").nominatedNodeName("n1").obj());
    harness.scheduler().scheduleOne();
    harness.run();
    assertThat(harness.waiting("small").place()).isEqualTo(PendingPod.Place.UNSCHEDULABLE);

    harness.scheduler().scheduleOne();
    harness.run();
    assertThat(harness.nodeOf("nominated")).isEqualTo("n2");
    harness.scheduler().scheduleOne();
    harness.run();
    assertThat(harness.nodeOf("small")).isEqualTo("n1");
  }
}
