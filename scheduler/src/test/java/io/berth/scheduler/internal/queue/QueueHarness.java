package io.berth.scheduler.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.NodeChanges;
import io.berth.framework.Plugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeTimers;
import io.berth.testkit.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A queue with plugins and a clock of the test's. */
final class QueueHarness {
  static final String PROFILE = "default-scheduler";
  static final ClusterEvent<NodeInfo> NODE_ADD = ClusterEvent.of(EventResource.NODE, ActionType.ADD);
  static final ClusterEvent<NodeInfo> NODE_LABEL = ClusterEvent.of(EventResource.NODE, ActionType.UPDATE_NODE_LABEL);
  static final ClusterEvent<PodInfo> TARGET_LABEL = ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE_POD_LABEL);

  final FakeTimers time = new FakeTimers();
  final Sort sort = new Sort();
  final Nominator nominator = new Nominator(pod -> true, new NodeChanges());
  final SchedulingQueue queue;

  private QueueHarness(FeatureGates gates, SchedulerMetrics metrics, List<? extends Plugin> plugins) {
    List<PreEnqueuePlugin> preEnqueue = new ArrayList<>();
    for (Plugin plugin : plugins) {
      if (plugin instanceof PreEnqueuePlugin gate) {
        preEnqueue.add(gate);
      }
    }
    queue =
        new SchedulingQueue(
            QueueSettings.builder()
                .order(sort)
                .timers(time)
                .executor(time)
                .nominator(nominator)
                .gates(gates)
                .metrics(metrics)
                .hints(HintMap.builder().profile(PROFILE, plugins).build())
                .preEnqueue(Map.of(PROFILE, preEnqueue))
                .build());
  }

  static QueueHarness with(Plugin... plugins) {
    return new QueueHarness(FeatureGates.defaults(), SchedulerMetrics.NONE, List.of(plugins));
  }

  static QueueHarness with(FeatureGates gates, Plugin... plugins) {
    return new QueueHarness(gates, SchedulerMetrics.NONE, List.of(plugins));
  }

  static QueueHarness with(FeatureGates gates, SchedulerMetrics metrics, Plugin... plugins) {
    return new QueueHarness(gates, metrics, List.of(plugins));
  }

  static QueueHarness with(SchedulerMetrics metrics, Plugin... plugins) {
    return new QueueHarness(FeatureGates.defaults(), metrics, List.of(plugins));
  }

  static FeatureGates withoutEarlyPops() {
    return FeatureGates.defaults().with(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q, false);
  }

  static PodInfo pod(String name, int priority) {
    return Fixtures.pod(name).priority(priority).info();
  }

  static PodInfo pod(String name) {
    return pod(name, 0);
  }

  /** Pops a pod, which must be this one. */
  QueuedPod pop(String name) {
    QueuedPod popped = Objects.requireNonNull(queue.pop(), "nothing is ready");
    assertThat(popped.pod().name()).isEqualTo(name);
    return popped;
  }

  /** Ends an attempt without a place for the pod. */
  void fail(QueuedPod attempt, String... plugins) {
    queue.addUnschedulableIfNotPresent(attempt, attempt.pod(), Rejection.by(List.of(plugins)));
    check();
  }

  /** Adds a pod and brings it into the unschedulable pool. */
  void reject(PodInfo pod, String... plugins) {
    queue.add(pod);
    fail(pop(pod.name()), plugins);
    assertThat(place(pod.uid())).isEqualTo(QueuePlace.UNSCHEDULABLE);
  }

  QueuePlace place(String uid) {
    QueueEntry entry = queue.view().find(uid);
    return Objects.requireNonNull(entry, uid + " is not in the queue").place();
  }

  List<String> names(QueuePlace place) {
    return queue.view().entries().stream().filter(entry -> entry.place() == place).map(entry -> entry.pod().name()).toList();
  }

  /** Pops everything that is ready. */
  List<String> popAll() {
    List<String> names = new ArrayList<>();
    for (QueuedPod pod = queue.pop(); pod != null; pod = queue.pop()) {
      names.add(pod.pod().name());
    }
    check();
    return names;
  }

  void nodeAdded() {
    queue.moveAllToActiveOrBackoffQueue(NODE_ADD, null, NodeInfo.of(Fixtures.node("n1").obj()), null);
    check();
  }

  void check() {
    assertThat(queue.view().violations()).isEmpty();
  }
}
