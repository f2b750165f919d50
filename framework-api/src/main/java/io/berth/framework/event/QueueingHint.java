package io.berth.framework.event;

/**
 * Whether an event is worth a new attempt.
 *
 * <p>Source: kube-scheduler/framework/types.go, v1.37.2.
 */
public enum QueueingHint {
  /** The event does not help this pod. */
  QUEUE_SKIP,
  /** The event may help. */
  QUEUE
}
