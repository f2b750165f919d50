package io.berth.scheduler.internal.queue;

import io.berth.framework.Timers;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether an event is worth another attempt of a pod. Only plugins that rejected the pod are asked.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue.go (isPodWorthRequeuing), v1.37.2.
 */
final class HintRunner {
  private static final Logger LOG = LoggerFactory.getLogger(HintRunner.class);

  private final HintMap hints;
  private final Timers timers;
  private final SchedulerMetrics metrics;

  HintRunner(HintMap hints, Timers timers, SchedulerMetrics metrics) {
    this.hints = hints;
    this.timers = timers;
    this.metrics = metrics;
  }

  /** What the event means for the pod. */
  QueueingStrategy worthRequeuing(
      QueuedPod pod, ClusterEvent<?> event, @Nullable Object oldObject, @Nullable Object newObject, Narrowing narrowing) {
    if (!pod.hasRejectors()) {
      return QueueingStrategy.AFTER_BACKOFF;
    }
    if (event.isWildcard()) {
      // A wildcard that comes with a pod is meant for that pod alone.
      boolean meant = newObject == null || (newObject instanceof PodInfo target && target.uid().equals(pod.uid()));
      return meant ? QueueingStrategy.AFTER_BACKOFF : QueueingStrategy.SKIP;
    }
    String profile = pod.pod().schedulerName();
    if (!hints.hasProfile(profile)) {
      LOG.warn("pod {} asks for profile {}, of which no events are known", pod.pod().key(), profile);
      return QueueingStrategy.AFTER_BACKOFF;
    }
    QueueingStrategy best = QueueingStrategy.SKIP;
    for (Hint<?> hint : hints.interestIn(event).byProfile().getOrDefault(profile, List.of())) {
      if (!pod.rejectedBy(hint.plugin()) || !narrowing.concerns(hint, pod)) {
        continue;
      }
      if (ask(hint, pod.pod(), event, oldObject, newObject) == QueueingHint.QUEUE_SKIP) {
        continue;
      }
      if (pod.pendingPlugins().contains(hint.plugin())) {
        return QueueingStrategy.IMMEDIATELY;
      }
      if (pod.pendingPlugins().isEmpty()) {
        return QueueingStrategy.AFTER_BACKOFF;
      }
      best = QueueingStrategy.AFTER_BACKOFF; // a pending plugin may still say more
    }
    return best;
  }

  private QueueingHint ask(
      Hint<?> hint, PodInfo pod, ClusterEvent<?> event, @Nullable Object oldObject, @Nullable Object newObject) {
    boolean measure = metrics != SchedulerMetrics.NONE;
    long start = measure ? timers.nanoTime() : 0;
    QueueingHint answer;
    String label;
    try {
      answer = hint.ask(pod, oldObject, newObject);
      label = answer == QueueingHint.QUEUE ? "Queue" : "QueueSkip";
    } catch (RuntimeException e) {
      LOG.warn("hint of {} for {} failed; pod {} is tried again", hint.plugin(), event, pod.key(), e);
      answer = QueueingHint.QUEUE;
      label = "Error";
    }
    if (measure) {
      metrics.queueingHint(hint.plugin(), event.label(), label, timers.nanoTime() - start);
    }
    return answer;
  }
}
