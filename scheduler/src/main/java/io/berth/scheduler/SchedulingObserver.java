package io.berth.scheduler;

import io.berth.framework.model.PodInfo;

/**
 * Hears what becomes of each waiting pod, for whoever tells its story: a timeline, a trace, a debugger. Called on the scheduler's own
 * thread, in the order in which things happen, and only from there; what is handed over may be kept. It must be quick, and may neither
 * throw nor change anything. Has no counterpart upstream, whose metrics know of no single pod.
 */
public interface SchedulingObserver {
  /** Hears nothing. */
  SchedulingObserver NONE = new SchedulingObserver() {};

  /**
   * The pod was put into a place of the queue.
   *
   * @param place never {@link PendingPod.Place#IN_FLIGHT}
   * @param event the label of what brought it there, as in the metric {@code scheduler_queue_incoming_pods_total}
   */
  default void queued(PodInfo pod, PendingPod.Place place, String event) {}

  /**
   * The pod was popped, and its cycle begins; {@link Scheduler#explain} may be asked from here, and tells what the cycle will see.
   *
   * @param attempt 1 for the pod's first cycle
   */
  default void cycleBegins(PodInfo pod, int attempt) {}

  /**
   * An attempt has failed; it is told where the pod waits before this is. {@link Scheduler#explain} may be asked from here, and tells what
   * the cycle saw, but for what it has changed itself by preemption.
   *
   * @param unschedulable whether the pod does not fit, rather than something being broken
   * @param message what the pod's condition says
   */
  default void attemptFailed(PodInfo pod, boolean unschedulable, String message) {}
}
