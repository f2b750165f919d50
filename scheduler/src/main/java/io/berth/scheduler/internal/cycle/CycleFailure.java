package io.berth.scheduler.internal.cycle;

import io.berth.framework.Status;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.queue.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt failed.
 *
 * @param unschedulable whether the pod was turned down, as opposed to an error
 * @param message for people
 * @param rejection the plugins that turned it down
 * @param cause the exception behind an error, if there is one
 */
record CycleFailure(boolean unschedulable, String message, Rejection rejection, @Nullable Throwable cause) {
  /** There is no node at all; nobody rejected the pod. */
  static final CycleFailure NO_NODES =
      new CycleFailure(true, "no nodes available to schedule pods", Rejection.NONE, null);

  /** No node fits. */
  static CycleFailure unfit(Diagnosis diagnosis, int nodes) {
    return new CycleFailure(true, FitMessage.of(diagnosis, nodes), diagnosis.rejection(), null);
  }

  /** Something failed, or was turned down by a plugin whose word does not count for the queue. */
  static CycleFailure error(Status status) {
    return new CycleFailure(status.isRejected(), status.message(), Rejection.NONE, status.cause());
  }

  /** The chosen node was turned down after all, or something failed. */
  static CycleFailure onNode(Status status) {
    if (!status.isRejected()) {
      return error(status);
    }
    Diagnosis diagnosis = new Diagnosis(ClusterSnapshot.EMPTY);
    diagnosis.nodes().set(0, status);
    return unfit(diagnosis, 1);
  }
}
