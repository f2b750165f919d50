package io.berth.scheduler.internal.queue;

import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import io.berth.framework.Timers;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.SchedulingObserver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places of a queue, and how a pod gets from one to another. A queued pod is in one of them, and in the index.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue.go (moveToActiveQ, moveToBackoffQ, requeueEntityWithQueueingStrategy),
 * v1.37.2.
 */
final class Places {
  private static final Logger LOG = LoggerFactory.getLogger(Places.class);

  final QueuedPods known = new QueuedPods();
  final PodHeap active;
  final BackoffQueue backoff;
  final UnschedulablePods pool;
  final InFlightEvents inFlight = new InFlightEvents();

  private final Timers timers;
  private final Gatekeeper gatekeeper;
  private final QueueMetrics metrics;
  private final SchedulingObserver observer;
  private final boolean popFromBackoff;
  private long sequence;

  Places(QueueSettings settings, QueueMetrics metrics, boolean popFromBackoff) {
    this.timers = settings.timers();
    this.gatekeeper = new Gatekeeper(settings.preEnqueue(), timers, settings.metrics());
    this.metrics = metrics;
    this.observer = settings.observer();
    this.popFromBackoff = popFromBackoff;
    QueueSortPlugin sort = settings.order();
    PodHeap.Order order = (a, b) -> compare(sort, a, b);
    this.active = new PodHeap(order);
    this.backoff = new BackoffQueue(timers, settings.limits(), popFromBackoff, order);
    this.pool = new UnschedulablePods(settings.limits().podMaxInUnschedulablePods(), known::byKey);
  }

  /** Pods that the plugin fails to order are equal; one of them lost would be worse. */
  private static int compare(QueueSortPlugin sort, QueuedPodInfo a, QueuedPodInfo b) {
    try {
      return sort.less(a, b) ? -1 : sort.less(b, a) ? 1 : 0;
    } catch (RuntimeException e) {
      LOG.error("plugin {} failed to say which of pods {} and {} goes first", sort.name(), a.pod().key(), b.pod().key(), e);
      return 0;
    }
  }

  /** Puts the pod, which is in the pool or nowhere, where the strategy says, or into the pool if it is gated. */
  void requeue(QueuedPod pod, QueueingStrategy strategy, String event) {
    if (strategy == QueueingStrategy.SKIP) {
      if (!pool.contains(pod)) {
        addToPool(pod, event);
      }
    } else if (strategy == QueueingStrategy.AFTER_BACKOFF && backoff.isBackingOff(pod)) {
      moveToBackoff(pod, event);
    } else {
      moveToActive(pod, event, false);
    }
  }

  /**
   * Puts the pod, which is in the pool or nowhere, into the active queue, or into the pool if it is gated.
   *
   * @param fromBackoff whether it comes from the backoff queue, where its gates may have been checked
   */
  void moveToActive(QueuedPod pod, String event, boolean fromBackoff) {
    boolean checked = fromBackoff && popFromBackoff;
    if (!checked && isGated(pod, event)) {
      return;
    }
    pool.remove(pod);
    pod.enteredActive(timers.now());
    pod.place = QueuePlace.ACTIVE;
    pod.sequence = sequence++;
    active.add(pod);
    metrics.incoming(QueueMetrics.ACTIVE, event);
    observer.queued(pod.pod(), PendingPod.Place.ACTIVE, event);
  }

  private void moveToBackoff(QueuedPod pod, String event) {
    // A pod that may be popped early has to pass its gates first.
    if (popFromBackoff && isGated(pod, event)) {
      return;
    }
    pool.remove(pod);
    pod.place = QueuePlace.BACKOFF;
    pod.sequence = sequence++;
    backoff.add(pod);
    metrics.incoming(QueueMetrics.BACKOFF, event);
    observer.queued(pod.pod(), PendingPod.Place.BACKOFF, event);
  }

  private boolean isGated(QueuedPod pod, String event) {
    gatekeeper.check(pod);
    if (!pod.gated()) {
      return false;
    }
    pod.flushCameToNothing();
    if (pool.contains(pod)) {
      pool.reindex(pod);
    } else {
      addToPool(pod, event);
    }
    return true;
  }

  private void addToPool(QueuedPod pod, String event) {
    pod.sequence = sequence++;
    pool.add(pod);
    metrics.incoming(QueueMetrics.UNSCHEDULABLE, event);
    observer.queued(pod.pod(), pod.gated() ? PendingPod.Place.GATED : PendingPod.Place.UNSCHEDULABLE, event);
  }

  /** Takes the head of the active queue, or else of the backoff queue if that is allowed, out of its place. */
  @Nullable QueuedPod poll() {
    QueuedPod pod = active.poll();
    if (pod == null && popFromBackoff) {
      pod = backoff.pollRejected();
      if (pod != null) {
        metrics.incoming(QueueMetrics.ACTIVE, QueueEvents.POP_FROM_BACKOFF_Q);
        observer.queued(pod.pod(), PendingPod.Place.ACTIVE, QueueEvents.POP_FROM_BACKOFF_Q);
      }
    }
    if (pod != null) {
      known.remove(pod);
      pod.place = null;
    }
    return pod;
  }

  /** The pod is about to be put somewhere. */
  void remember(QueuedPod pod) {
    QueuedPod replaced = known.put(pod);
    if (replaced != null) {
      LOG.warn("pod {}: UID {} takes the place of {}, whose deletion was never told", pod.pod().key(), pod.uid(), replaced.uid());
      takeOut(replaced);
    }
  }

  /** The pod is gone for good. */
  void forget(QueuedPod pod) {
    known.remove(pod);
    takeOut(pod);
  }

  private void takeOut(QueuedPod pod) {
    if (!active.remove(pod) && !backoff.remove(pod)) {
      pool.remove(pod);
    }
    pod.place = null;
    metrics.unblocked(pod);
  }

  /** The pod's object has changed, and with it perhaps what it is ordered by. */
  void refresh(QueuedPod pod, PodInfo latest) {
    pod.refresh(latest);
    if (pod.place == QueuePlace.ACTIVE) {
      active.reposition(pod);
    } else if (pod.place == QueuePlace.BACKOFF) {
      backoff.reposition(pod);
    }
  }

  /** What these pods are ordered by has changed. */
  void repositionAll(Collection<String> uids) {
    List<QueuedPod> inActive = new ArrayList<>();
    List<QueuedPod> inBackoff = new ArrayList<>();
    for (String uid : new LinkedHashSet<>(uids)) {
      QueuedPod pod = known.find(uid);
      if (pod != null && pod.place == QueuePlace.ACTIVE) {
        inActive.add(pod);
      } else if (pod != null && pod.place == QueuePlace.BACKOFF) {
        inBackoff.add(pod);
      }
    }
    active.repositionAll(inActive);
    backoff.repositionAll(inBackoff);
  }
}
