package io.berth.scheduler.internal.cycle;

import io.berth.framework.CycleState;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.queue.QueuedPod;
import io.berth.scheduler.internal.runtime.ProfileRunner;

/**
 * One attempt to place a pod, from its pop to its binding.
 *
 * @param queued the pod as the queue gave it
 * @param pod the version that this attempt works with
 * @param profile the profile that serves it
 * @param state what plugins remember
 * @param start when it began, for durations
 */
record Attempt(QueuedPod queued, PodInfo pod, ProfileRunner profile, CycleState state, long start) {
  /** The UID with which the attempt was opened. */
  String uid() {
    return queued.uid();
  }
}
