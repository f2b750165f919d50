package io.berth.scheduler.internal.events;

import io.berth.framework.NominationLoss;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.queue.QueueEvents;
import io.berth.scheduler.internal.queue.SchedulingQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What cache and queue do about pods that come, change and go.
 *
 * <p>Source: pkg/scheduler/eventhandlers.go, v1.37.2.
 */
public final class PodReactions {
  private static final Logger LOG = LoggerFactory.getLogger(PodReactions.class);

  private final SchedulerCache cache;
  private final SchedulingQueue queue;
  private final PodChanges changes;
  private final Set<String> schedulerNames;
  private final Interruption interruption;
  private final EventMeter meter;
  private @Nullable List<PodInfo> losers;

  /** Stops what is under way for a pod that is going. */
  public interface Interruption {
    /**
     * The pod was assumed and is being deleted, or is gone.
     *
     * @return whether its wait in the permit phase was ended by this, which cleans up
     */
    boolean assumedPodGone(PodInfo pod);

    /** The pod is gone, or has a node; a cycle that works on it need not go on. */
    void waitingPodGone(PodInfo pod);
  }

  /**
   * Tells these.
   *
   * @param schedulerNames the names that this scheduler answers to
   */
  public PodReactions(
      SchedulerCache cache,
      SchedulingQueue queue,
      PodChanges changes,
      Set<String> schedulerNames,
      Interruption interruption,
      EventMeter meter) {
    this.cache = cache;
    this.queue = queue;
    this.changes = changes;
    this.schedulerNames = Set.copyOf(schedulerNames);
    this.interruption = interruption;
    this.meter = meter;
  }

  private boolean responsibleFor(PodInfo pod) {
    return schedulerNames.contains(pod.schedulerName());
  }

  void added(PodInfo pod) {
    if (!pod.nodeName().isEmpty()) {
      addAssigned(pod);
    } else if (responsibleFor(pod)) {
      long start = meter.start();
      queue.add(pod);
      meter.handled(QueueEvents.UNSCHEDULED_POD_ADD, start);
    }
  }

  void updated(PodInfo oldPod, PodInfo newPod) {
    if (!oldPod.nodeName().isEmpty()) {
      updateAssigned(oldPod, newPod);
    } else if (!newPod.nodeName().isEmpty()) {
      addAssigned(newPod);
      if (responsibleFor(oldPod)) {
        removeFromQueue(oldPod, true);
      }
    } else if (responsibleFor(oldPod)) {
      updateWaiting(oldPod, newPod);
    }
  }

  void deleted(PodInfo pod, boolean finalStateUnknown) {
    if (finalStateUnknown) {
      // The last known state may be stale, so that it cannot tell whether the pod had a node.
      if (!cache.isAssumed(pod.uid())) {
        deleteAssigned(pod);
      }
      if (responsibleFor(pod)) {
        removeFromQueue(pod, false);
      }
    } else if (!pod.nodeName().isEmpty()) {
      deleteAssigned(pod);
    } else if (responsibleFor(pod)) {
      removeFromQueue(pod, false);
    }
  }

  private void addAssigned(PodInfo pod) {
    long start = meter.start();
    PodInfo assumed = cache.isAssumed(pod.uid()) ? cache.pod(pod.uid()) : null;
    cache.setPod(pod);
    queue.moveAllToActiveOrBackoffQueue(QueueEvents.ASSIGNED_POD_ADD, null, pod, null);
    meter.handled(QueueEvents.ASSIGNED_POD_ADD, start);
    if (assumed != null) {
      notAsAssumed(assumed, pod);
    }
  }

  /** The pod counted as it was assumed. If it has become another one since, or is elsewhere, others may fit now. */
  private void notAsAssumed(PodInfo assumed, PodInfo pod) {
    if (!assumed.nodeName().equals(pod.nodeName())) {
      queue.moveAllToActiveOrBackoffQueue(QueueEvents.ASSIGNED_POD_DELETE, assumed, null, null);
    } else if (!assumed.pod().getSpec().getContainers().equals(pod.pod().getSpec().getContainers())
        || !assumed.labels().equals(pod.labels())) {
      changes.between(assumed, pod, false).forEach(event -> queue.moveAllToActiveOrBackoffQueue(event, assumed, pod, null));
    }
  }

  private void updateAssigned(PodInfo oldPod, PodInfo newPod) {
    long start = meter.start();
    cache.setPod(newPod);
    for (ClusterEvent<PodInfo> event : changes.between(oldPod, newPod, false)) {
      queue.moveAllToActiveOrBackoffQueue(event, oldPod, newPod, null);
      meter.handled(event, start);
    }
  }

  private void deleteAssigned(PodInfo pod) {
    long start = meter.start();
    cache.removePod(pod);
    queue.moveAllToActiveOrBackoffQueue(QueueEvents.ASSIGNED_POD_DELETE, pod, null, null);
    meter.handled(QueueEvents.ASSIGNED_POD_DELETE, start);
  }

  private void updateWaiting(PodInfo oldPod, PodInfo newPod) {
    long start = meter.start();
    if (cache.isAssumed(newPod.uid())) {
      if (newPod.terminating() && !oldPod.terminating()) {
        deleteAssumed(newPod);
      }
      return;
    }
    Collection<PodInfo> losers = losersOf(() -> queue.update(oldPod, newPod, changes.between(oldPod, newPod, true)));
    if (!oldPod.nominatedNodeName().isEmpty() && !oldPod.nominatedNodeName().equals(newPod.nominatedNodeName())) {
      wakeEqualOrLower(oldPod);
    } else {
      losers.forEach(this::wakeEqualOrLower);
    }
    meter.handled(QueueEvents.UNSCHEDULED_POD_UPDATE, start);
  }

  private void removeFromQueue(PodInfo pod, boolean bound) {
    long start = meter.start();
    Collection<PodInfo> losers =
        losersOf(() -> queue.delete(pod, bound ? NominationLoss.BOUND : NominationLoss.DELETED));
    interruption.waitingPodGone(pod);
    if (!bound && cache.isAssumed(pod.uid())) {
      deleteAssumed(pod);
    } else if (!bound && !pod.nominatedNodeName().isEmpty()) {
      wakeEqualOrLower(pod);
    } else {
      losers.forEach(this::wakeEqualOrLower);
    }
    meter.handled(QueueEvents.UNSCHEDULED_POD_DELETE, start);
  }

  /**
   * A pod that is assumed is going or gone. What it holds is free at once: by its rejection when it waits in the permit phase, else by
   * taking it out of the cache; its binding cycle is told, and ends in a failure.
   */
  private void deleteAssumed(PodInfo pod) {
    PodInfo assumed = cache.pod(pod.uid());
    if (assumed == null) {
      return;
    }
    if (!interruption.assumedPodGone(assumed)) {
      LOG.debug("pod {} was assumed on {} and is gone", pod.key(), assumed.nodeName());
      cache.forget(assumed);
    }
    queue.moveAllToActiveOrBackoffQueue(QueueEvents.ASSIGNED_POD_DELETE, assumed, null, null);
  }

  /**
   * A pod has lost a nomination, which was to pods of equal or lower priority like a pod on the node. They are tried again at once, or
   * when the queue is done with the change that caused it.
   */
  public void nominationLost(PodInfo pod) {
    if (losers == null) {
      wakeEqualOrLower(pod);
    } else {
      losers.add(pod);
    }
  }

  private Collection<PodInfo> losersOf(Runnable change) {
    List<PodInfo> mine = new ArrayList<>(0);
    losers = mine;
    change.run();
    losers = null;
    return mine;
  }

  private void wakeEqualOrLower(PodInfo pod) {
    queue.moveAllToActiveOrBackoffQueue(
        QueueEvents.ASSIGNED_POD_DELETE, pod, null, waiting -> waiting.priority() <= pod.priority());
  }
}
