package io.berth.scheduler.internal.queue;

import static io.berth.scheduler.internal.queue.QueueHarness.NODE_ADD;
import static io.berth.scheduler.internal.queue.QueueHarness.NODE_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.TARGET_LABEL;
import static io.berth.scheduler.internal.queue.QueueHarness.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.CycleState;
import io.berth.framework.NodeChanges;
import io.berth.framework.Plugin;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.PreQueueingHint;
import io.berth.framework.event.PreQueueingHintFn;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.event.QueueingHintFn;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeTimers;
import io.berth.testkit.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which plugins are asked, about which pods. */
final class HintsTest {
  private static final FeatureGates PRE_HINTS = FeatureGates.defaults().with(FeatureGates.SCHEDULER_PRE_QUEUEING_HINTS, true);

  private final List<String> asked = new ArrayList<>();

  @Test
  void onlyPodsOfTheConcernedPluginAreAskedAboutInTheOrderInWhichTheyCame() {
    QueueHarness with =
        QueueHarness.with(
            new Listening("Fit").to(NODE_ADD, answer(QueueingHint.QUEUE_SKIP)),
            new Listening("Other").to(NODE_LABEL, answer(QueueingHint.QUEUE)));
    for (int i = 0; i < 3; i++) {
      with.reject(pod("fit" + i), "Fit");
      with.reject(pod("other" + i), "Other");
    }
    with.reject(pod("both"), "Fit", "Other");

    with.nodeAdded();

    assertThat(asked).containsExactly("fit0", "fit1", "fit2", "both");
    assertThat(with.names(QueuePlace.BACKOFF)).isEmpty();
  }

  @Test
  void anUpdateOfNothingInParticularReachesOnlyWhoRegisteredAllUpdates() {
    QueueHarness with =
        QueueHarness.with(
            new Listening("Labels").to(TARGET_LABEL),
            new Listening("All").to(QueueEvents.TARGET_POD_UPDATE),
            new Listening("Pod").to(ClusterEvent.of(EventResource.POD, ActionType.ALL)));
    for (String plugin : List.of("Labels", "All", "Pod")) {
      with.reject(pod(plugin), plugin);
      with.queue.update(pod(plugin), pod(plugin), List.of(QueueEvents.TARGET_POD_UPDATE));
    }

    assertThat(with.names(QueuePlace.UNSCHEDULABLE)).containsExactly("Labels");
  }

  @Test
  void ofSeveralEventsOfAnUpdateTheFirstThatHelpsMovesThePodAndEndsTheAsking() {
    Listening labels = new Listening("Labels").to(TARGET_LABEL, answer(QueueingHint.QUEUE));
    QueueHarness with = QueueHarness.with(QueueHarness.withoutEarlyPops(), labels);
    with.reject(pod("p"), "Labels");

    with.queue.update(pod("p"), pod("p"), List.of(QueueEvents.TARGET_POD_UPDATE, TARGET_LABEL, TARGET_LABEL));

    assertThat(asked).containsExactly("p");
    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    with.check();
  }

  @Test
  void aHintThatThrowsCountsAsOneThatHelps() {
    List<String> measured = new ArrayList<>();
    SchedulerMetrics metrics =
        new SchedulerMetrics() {
          @Override
          public void queueingHint(String plugin, String event, String hint, long nanos) {
            measured.add(plugin + " " + event + " " + hint);
          }
        };
    QueueHarness with =
        QueueHarness.with(
            metrics,
            new Listening("Fit")
                .to(
                    NODE_ADD,
                    (pod, old, now) -> {
                      throw new IllegalStateException("broken");
                    }));
    with.reject(pod("p"), "Fit");

    with.nodeAdded();

    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(measured).containsExactly("Fit NodeAdd Error");
  }

  @Test
  void aPluginThatRegistersNothingHearsOfEverything() {
    QueueHarness with = QueueHarness.with(new Silent());
    with.reject(pod("p"), "Silent");

    EventResource<String> things = new EventResource<>("example.org/Thing", String.class);
    with.queue.moveAllToActiveOrBackoffQueue(ClusterEvent.of(things, ActionType.ADD), null, "thing", null);

    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
  }

  @Test
  void anEmptyListMeansThatNoEventEverHelps() {
    QueueHarness with = QueueHarness.with(new Listening("Deaf"), new Listening("Fit").to(NODE_ADD));
    with.reject(pod("p"), "Deaf");
    with.nodeAdded();

    assertThat(with.place("p")).isEqualTo(QueuePlace.UNSCHEDULABLE);
  }

  @Test
  void eachProfileHasItsOwnHints() {
    FakeTimers time = new FakeTimers();
    HintMap hints =
        HintMap.builder()
            .profile("one", List.of(new Listening("Fit").to(NODE_ADD)))
            .profile("two", List.<Plugin>of(new Listening("Fit").to(NODE_LABEL)))
            .build();
    SchedulingQueue queue =
        new SchedulingQueue(
            QueueSettings.builder()
                .order(new Sort())
                .timers(time)
                .executor(time)
                .nominator(new Nominator(pod -> true, new NodeChanges()))
                .hints(hints)
                .build());
    for (String profile : List.of("one", "two")) {
      PodInfo pod = Fixtures.pod(profile).schedulerName(profile).info();
      queue.add(pod);
      queue.addUnschedulableIfNotPresent(queue.pop(), pod, Rejection.by("Fit"));
    }

    queue.moveAllToActiveOrBackoffQueue(NODE_ADD, null, null, null);

    assertThat(queue.view().find("one").place()).isEqualTo(QueuePlace.BACKOFF);
    assertThat(queue.view().find("two").place()).isEqualTo(QueuePlace.UNSCHEDULABLE);
  }

  @Test
  void aPreHintNarrowsItsOwnPluginDownAndNoOther() {
    QueueHarness with =
        QueueHarness.with(
            PRE_HINTS,
            narrowed("Claims", (old, now) -> new PreQueueingHint.Only(Set.of("default/b", "default/unknown"))),
            new Listening("Fit").to(NODE_ADD, answer(QueueingHint.QUEUE)));
    for (String name : List.of("a", "b", "c")) {
      with.reject(pod(name), "Claims");
    }
    with.reject(pod("fit"), "Fit");

    with.nodeAdded();

    assertThat(asked).containsExactly("b", "fit");
    assertThat(with.names(QueuePlace.UNSCHEDULABLE)).containsExactly("a", "c");
  }

  @Test
  void aPodOfTwoPluginsIsAskedAboutOnlyByTheOneThatIsNotNarrowedAway() {
    QueueHarness with =
        QueueHarness.with(
            PRE_HINTS,
            narrowed("Claims", (old, now) -> new PreQueueingHint.Only(Set.of())),
            new Listening("Fit").to(NODE_ADD, answer(QueueingHint.QUEUE_SKIP)));
    with.reject(pod("p"), "Claims", "Fit");

    with.nodeAdded();

    assertThat(asked).containsExactly("p");
    assertThat(with.place("p")).isEqualTo(QueuePlace.UNSCHEDULABLE);
  }

  @Test
  void aPreHintThatWantsAllPodsOrThrowsNarrowsNothing() {
    PreQueueingHintFn<NodeInfo> all = (old, now) -> PreQueueingHint.ALL_PODS;
    PreQueueingHintFn<NodeInfo> broken =
        (old, now) -> {
          throw new IllegalStateException("broken");
        };
    for (PreQueueingHintFn<NodeInfo> preHint : List.of(all, broken)) {
      QueueHarness with = QueueHarness.with(PRE_HINTS, narrowed("Claims", preHint));
      with.reject(pod("p"), "Claims");
      with.nodeAdded();
      assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    }
  }

  @Test
  void preHintsAreNotAskedUnlessTheGateIsOnNorWithoutObjects() {
    PreQueueingHintFn<NodeInfo> nobody = (old, now) -> new PreQueueingHint.Only(Set.of());
    QueueHarness off = QueueHarness.with(narrowed("Claims", nobody));
    off.reject(pod("p"), "Claims");
    off.nodeAdded();
    assertThat(off.place("p")).isEqualTo(QueuePlace.BACKOFF);

    QueueHarness on = QueueHarness.with(PRE_HINTS, narrowed("Claims", nobody));
    on.reject(pod("p"), "Claims");
    on.queue.moveAllToActiveOrBackoffQueue(NODE_ADD, null, null, null);
    assertThat(on.place("p")).isEqualTo(QueuePlace.BACKOFF);
  }

  @Test
  void answersOfPreHintsAreCounted() {
    List<String> counted = new ArrayList<>();
    SchedulerMetrics metrics =
        new SchedulerMetrics() {
          @Override
          public void preQueueingHint(String plugin, String result) {
            counted.add(plugin + " " + result);
          }
        };
    QueueHarness with =
        QueueHarness.with(
            PRE_HINTS,
            metrics,
            narrowed("Claims", (old, now) -> new PreQueueingHint.Only(Set.of())),
            narrowed("Fit", (old, now) -> PreQueueingHint.ALL_PODS));
    with.reject(pod("p"), "Claims", "Fit");
    with.nodeAdded();

    assertThat(counted).containsExactlyInAnyOrder("Claims narrowed", "Fit all_pods");
  }

  @Test
  void eventsThatPodsInFlightHaveMissedAreOneGauge() {
    List<Integer> sizes = new ArrayList<>();
    SchedulerMetrics metrics =
        new SchedulerMetrics() {
          @Override
          public void inFlightEvents(int count) {
            sizes.add(count);
          }
        };
    QueueHarness with = QueueHarness.with(metrics, new Listening("Fit").to(NODE_ADD, answer(QueueingHint.QUEUE)));
    with.queue.add(pod("p"));
    QueuedPod attempt = with.pop("p");
    with.nodeAdded();
    with.nodeAdded();
    with.fail(attempt, "Fit");

    assertThat(sizes).containsExactly(1, 2, 0);
  }

  private Listening narrowed(String plugin, PreQueueingHintFn<NodeInfo> preHint) {
    return new Listening(plugin).to(new ClusterEventWithHint<>(NODE_ADD, answer(QueueingHint.QUEUE), preHint));
  }

  private <T> QueueingHintFn<T> answer(QueueingHint hint) {
    return (pod, old, now) -> {
      asked.add(pod.name());
      return hint;
    };
  }

  /** Rejects pods and does not say what would help. */
  private static final class Silent implements FilterPlugin {
    @Override
    public String name() {
      return "Silent";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Status.unschedulable("no");
    }
  }
}
