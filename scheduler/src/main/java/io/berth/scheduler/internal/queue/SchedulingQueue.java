package io.berth.scheduler.internal.queue;

import io.berth.framework.FeatureGates;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationLoss;
import io.berth.framework.PodActivator;
import io.berth.framework.QueueOrder;
import io.berth.framework.Timers;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pods that wait for a node. A pod that the queue knows is in exactly one place: in the <em>active</em> queue, whose head is popped
 * next; in <em>backoff</em>, until its time is up or until nobody else waits; in the <em>unschedulable</em> pool, until an event
 * helps, a gate opens, or it has been there for too long; or <em>in flight</em>, from {@link #pop()} until {@link #done} or
 * {@link #addUnschedulableIfNotPresent}. What happens while a pod is in flight is remembered for it.
 *
 * <p>Time passes by itself: a timer is set for the instant at which the next pod is due, and none when none is.
 *
 * <p>Thread-safety: owned by the scheduler's own thread; there are no locks. Plugins that are called from here may call back.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue.go and active_queue.go, v1.37.2, without pod groups.
 */
public final class SchedulingQueue implements PodActivator, QueueOrder {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulingQueue.class);

  private final Timers timers;
  private final boolean popFromBackoff;
  private final boolean preHints;
  private final HintMap hints;
  private final HintRunner hintRunner;
  private final Nominator nominator;
  private final QueueMetrics metrics;
  private final Places places;
  private final QueueContents view;
  private final WakeUp backoffEnds;
  private final WakeUp stayEnds;
  private boolean closed;

  /** Makes an empty queue. */
  public SchedulingQueue(QueueSettings settings) {
    timers = settings.timers();
    popFromBackoff = settings.gates().enabled(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q);
    preHints = settings.gates().enabled(FeatureGates.SCHEDULER_PRE_QUEUEING_HINTS);
    hints = settings.hints();
    hintRunner = new HintRunner(hints, timers, settings.metrics());
    nominator = settings.nominator();
    metrics = new QueueMetrics(settings.metrics());
    places = new Places(settings, metrics, popFromBackoff);
    view = new QueueContents(places, nominator);
    backoffEnds = new WakeUp(timers, settings.executor(), this::flushBackoffCompleted);
    stayEnds = new WakeUp(timers, settings.executor(), this::flushUnschedulableLeftover);
  }

  /** The nominations; the queue tells it of pods that come, change and go. */
  public Nominator nominator() {
    return nominator;
  }

  /** Where each pod is. */
  public QueueContents view() {
    return view;
  }

  /**
   * A pod is new. It goes to the active queue, or to the pool when it is gated. A pod that is queued already has its object replaced;
   * one that is in flight is left alone.
   */
  public void add(PodInfo pod) {
    QueuedPod present = places.known.find(pod.uid());
    if (present != null) {
      nominator.updateNominatedPod(present.pod(), pod);
      places.refresh(present, pod);
    } else if (places.inFlight.contains(pod.uid())) {
      places.inFlight.markGone(pod.uid(), false);
    } else {
      nominator.addNominatedPod(pod, NominatingInfo.NOOP);
      QueuedPod fresh = new QueuedPod(pod, timers.now());
      places.remember(fresh);
      places.moveToActive(fresh, QueueEvents.UNSCHEDULED_POD_ADD.label(), false);
    }
    settle();
  }

  /**
   * A pod without a node has changed. In flight, the change is remembered. In the pool, its hints decide. A pod that is nowhere is
   * added; so is one whose UID is not the old one's, after that is deleted.
   *
   * @param events what the change means, each of the resource TargetPod
   */
  public void update(PodInfo oldPod, PodInfo newPod, List<ClusterEvent<PodInfo>> events) {
    if (!oldPod.uid().equals(newPod.uid())) {
      delete(oldPod, NominationLoss.DELETED);
      add(newPod);
      return;
    }
    if (places.inFlight.contains(newPod.uid())) {
      events.stream().filter(this::isOfInterest).forEach(event -> places.inFlight.record(event, oldPod, newPod));
      settle();
      return;
    }
    QueuedPod pod = places.known.find(newPod.uid());
    if (pod == null) {
      add(newPod);
      return;
    }
    places.refresh(pod, newPod);
    nominator.updateNominatedPod(oldPod, newPod);
    for (ClusterEvent<PodInfo> event : events) {
      if (!places.pool.contains(pod)) {
        break;
      }
      places.requeue(pod, hintRunner.worthRequeuing(pod, event, oldPod, newPod, Narrowing.NONE), event.label());
    }
    settle();
  }

  /**
   * A pod is gone, or has a node that another scheduler gave it. In flight, its attempt goes on but the pod does not come back.
   *
   * @param why what its nomination, if it has one, is lost for
   */
  public void delete(PodInfo pod, NominationLoss why) {
    nominator.deleteNominatedPodIfExists(pod, why);
    places.inFlight.markGone(pod.uid(), true);
    QueuedPod present = places.known.find(pod.uid());
    if (present != null) {
      places.forget(present);
    }
    settle();
  }

  /** Whether {@link #pop()} would give a pod. */
  public boolean hasReadyPod() {
    return !places.active.isEmpty() || (popFromBackoff && places.backoff.hasRejected());
  }

  /**
   * Takes the head of the active queue, or of the backoff queue when the former is empty, and begins its attempt. Pods that failed
   * with an error are never taken out of their backoff.
   *
   * @return {@code null} when no pod is ready
   */
  public @Nullable QueuedPod pop() {
    QueuedPod pod = places.poll();
    if (pod != null) {
      pod.place = QueuePlace.IN_FLIGHT;
      pod.startAttempt();
      places.inFlight.begin(pod);
      metrics.unblocked(pod);
      settle();
    }
    return pod;
  }

  /** The attempt that was opened with this UID has ended. Does nothing the second time. */
  public void done(String podUid) {
    QueuedPod pod = places.inFlight.find(podUid);
    if (pod != null) {
      pod.place = null;
      places.inFlight.end(podUid);
      settle();
    }
  }

  /**
   * The attempt has failed. The pod goes to the pool, or to active or backoff if something that happened meanwhile may help it, or
   * if no plugin rejected it. In any case the attempt has ended; that it was {@linkplain #done declared so} before is no obstacle.
   *
   * @param attempt as {@link #pop()} gave it
   * @param latest the pod as the cluster has it now, with the same UID
   * @param by who rejected it
   * @return whether the pod is back; false when it was deleted meanwhile, is another one now, or is queued already
   */
  public boolean addUnschedulableIfNotPresent(QueuedPod attempt, PodInfo latest, Rejection by) {
    String uid = attempt.uid();
    QueuedPod flying = places.inFlight.find(uid);
    boolean stale = (flying != null && flying != attempt) || places.inFlight.isGone(uid);
    if (stale || !latest.uid().equals(uid) || places.known.find(uid) != null) {
      done(uid);
      return false;
    }
    attempt.attemptFailed(latest, by, timers.now());
    metrics.blocked(attempt);
    QueueingStrategy strategy = strategyAfterAttempt(attempt);
    attempt.place = null;
    places.inFlight.end(uid);
    places.remember(attempt);
    places.requeue(attempt, strategy, QueueEvents.SCHEDULE_ATTEMPT_FAILURE);
    LOG.debug("{} after a failed attempt, rejected by {}", attempt, by);
    settle();
    return true;
  }

  private QueueingStrategy strategyAfterAttempt(QueuedPod pod) {
    List<InFlightEvents.Happened> missed = places.inFlight.since(pod.uid());
    if (!pod.hasRejectors() || missed == null) {
      return QueueingStrategy.AFTER_BACKOFF;
    }
    QueueingStrategy best = QueueingStrategy.SKIP;
    for (InFlightEvents.Happened event : missed) {
      QueueingStrategy strategy =
          hintRunner.worthRequeuing(pod, event.event(), event.oldObject(), event.newObject(), Narrowing.NONE);
      best = strategy.compareTo(best) > 0 ? strategy : best;
      if (best == QueueingStrategy.IMMEDIATELY || (best == QueueingStrategy.AFTER_BACKOFF && pod.pendingPlugins().isEmpty())) {
        break; // it gets no better
      }
    }
    return best;
  }

  /**
   * Something has happened. Of the pods in the pool those are looked at that were rejected by a plugin that registered the event;
   * for pods in flight it is remembered. A wildcard concerns all, or if it comes with a new pod, that pod.
   *
   * @param oldObject what there was, {@code null} for an add
   * @param newObject what there is, {@code null} for a delete
   * @param preCheck leaves out pods of the pool before their hints are asked; {@code null} for none. Pods in flight are not checked
   */
  public <T> void moveAllToActiveOrBackoffQueue(
      ClusterEvent<T> event, @Nullable T oldObject, @Nullable T newObject, @Nullable Predicate<PodInfo> preCheck) {
    if (!isOfInterest(event)) {
      return;
    }
    Narrowing narrowing = Narrowing.NONE;
    List<QueuedPod> candidates = List.of();
    if (event.isWildcard()) {
      candidates = places.pool.all();
    } else if (places.pool.size() > 0) {
      EventInterest interest = hints.interestIn(event);
      narrowing = preHints ? Narrowing.of(interest, event, oldObject, newObject, metrics) : Narrowing.NONE;
      candidates = places.pool.candidates(interest, narrowing);
    }
    for (QueuedPod pod : candidates) {
      if (places.pool.contains(pod) && (preCheck == null || preCheck.test(pod.pod()))) {
        QueueingStrategy strategy = hintRunner.worthRequeuing(pod, event, oldObject, newObject, narrowing);
        if (strategy != QueueingStrategy.SKIP) {
          places.pool.remove(pod);
          places.requeue(pod, strategy, event.label());
        }
      }
    }
    places.inFlight.record(event, oldObject, newObject);
    settle();
  }

  @Override
  public void activate(Collection<PodInfo> pods) {
    for (PodInfo pod : pods) {
      QueuedPod waiting = places.known.find(pod.uid());
      if (waiting == null) {
        if (places.inFlight.contains(pod.uid())) {
          places.inFlight.record(QueueEvents.FORCE_ACTIVATE, null, pod);
        }
      } else if (places.pool.contains(waiting)) {
        places.moveToActive(waiting, QueueEvents.FORCE_ACTIVATE.label(), false);
      } else if (places.backoff.remove(waiting)) {
        places.moveToActive(waiting, QueueEvents.FORCE_ACTIVATE.label(), true);
      }
    }
    settle();
  }

  @Override
  public void keysChanged(Collection<String> podUids) {
    places.repositionAll(podUids);
  }

  /** Ends all attempts, and sets no timer any more. */
  public void close() {
    closed = true;
    backoffEnds.cancel();
    stayEnds.cancel();
    places.inFlight.pods().forEach(pod -> done(pod.uid()));
  }

  private boolean isOfInterest(ClusterEvent<?> event) {
    return event.isWildcard() || hints.interestIn(event).any();
  }

  private void flushBackoffCompleted() {
    for (QueuedPod pod = places.backoff.pollCompleted(); pod != null; pod = places.backoff.pollCompleted()) {
      places.moveToActive(pod, QueueEvents.BACKOFF_COMPLETE, true);
    }
    settle();
  }

  private void flushUnschedulableLeftover() {
    Instant now = timers.now();
    List<QueuedPod> overdue = places.pool.overdue(now);
    for (QueuedPod pod : overdue) {
      if (places.pool.contains(pod)) {
        places.pool.remove(pod);
        pod.flush(now);
        places.requeue(pod, QueueingStrategy.AFTER_BACKOFF, QueueEvents.UNSCHEDULABLE_TIMEOUT.label());
      }
    }
    if (!overdue.isEmpty()) {
      places.inFlight.record(QueueEvents.UNSCHEDULABLE_TIMEOUT, null, null);
    }
    settle();
  }

  /** After each change: timers are set for what is due next, and gauges are told. */
  private void settle() {
    if (!closed) {
      backoffEnds.at(places.backoff.nextEnd());
      stayEnds.at(places.pool.nextDeadline());
    }
    int gated = places.pool.gatedCount();
    metrics.sizes(
        places.active.size(), places.backoff.size(), places.pool.size() - gated, gated, places.inFlight.eventCount());
  }
}
