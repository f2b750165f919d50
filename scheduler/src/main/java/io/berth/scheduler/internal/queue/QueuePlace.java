package io.berth.scheduler.internal.queue;

/** Where a pod is that the queue knows. */
public enum QueuePlace {
  /** Waits for its turn. */
  ACTIVE,
  /** Waits until its backoff ends, or until nobody else waits. */
  BACKOFF,
  /** Was rejected, and waits for an event that helps. */
  UNSCHEDULABLE,
  /** A PreEnqueue plugin holds it back. */
  GATED,
  /** Has been popped; its attempt has not ended. */
  IN_FLIGHT
}
