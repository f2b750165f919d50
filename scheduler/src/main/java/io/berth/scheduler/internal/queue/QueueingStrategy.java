package io.berth.scheduler.internal.queue;

/**
 * What shall become of a pod that waits for an event, from worst to best.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue.go (queueingStrategy), v1.37.2.
 */
enum QueueingStrategy {
  /** It goes on waiting. */
  SKIP,
  /** It is tried when its backoff has ended. */
  AFTER_BACKOFF,
  /** It is tried now. */
  IMMEDIATELY
}
