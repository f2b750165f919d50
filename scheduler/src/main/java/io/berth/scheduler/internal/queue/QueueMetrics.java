package io.berth.scheduler.internal.queue;

import io.berth.framework.metrics.SchedulerMetrics;

/** Reports what the queue does; gauges only when they have changed. */
final class QueueMetrics {
  static final String ACTIVE = "active";
  static final String BACKOFF = "backoff";
  static final String UNSCHEDULABLE = "unschedulable";

  private final SchedulerMetrics metrics;
  private final boolean on;
  private int active;
  private int backoff;
  private int unschedulable;
  private int gated;
  private int events;

  QueueMetrics(SchedulerMetrics metrics) {
    this.metrics = metrics;
    this.on = metrics != SchedulerMetrics.NONE;
  }

  void incoming(String queue, String event) {
    metrics.queueIncoming(queue, event);
  }

  /** A pre-hint has been asked. */
  void preHint(String plugin, boolean narrowed) {
    metrics.preQueueingHint(plugin, narrowed ? "narrowed" : "all_pods");
  }

  /** The plugins that rejected the pod keep it back from now on. */
  void blocked(QueuedPod pod) {
    change(pod, 1);
  }

  /** They no longer do. */
  void unblocked(QueuedPod pod) {
    change(pod, -1);
  }

  private void change(QueuedPod pod, int difference) {
    if (on) {
      pod.rejectors().forEach(plugin -> metrics.unschedulablePods(plugin, pod.pod().schedulerName(), difference));
    }
  }

  void sizes(int nowActive, int nowBackoff, int nowUnschedulable, int nowGated, int nowEvents) {
    if (nowActive != active || nowBackoff != backoff || nowUnschedulable != unschedulable || nowGated != gated) {
      active = nowActive;
      backoff = nowBackoff;
      unschedulable = nowUnschedulable;
      gated = nowGated;
      metrics.pendingPods(active, backoff, unschedulable, gated);
    }
    if (nowEvents != events) {
      events = nowEvents;
      metrics.inFlightEvents(events);
    }
  }
}
