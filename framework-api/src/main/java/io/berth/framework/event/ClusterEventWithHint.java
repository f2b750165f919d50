package io.berth.framework.event;

import org.jspecify.annotations.Nullable;

/**
 * An event that a plugin wants to hear of.
 *
 * <p>Source: kube-scheduler/framework/types.go, v1.37.2.
 *
 * @param <T> what hints see
 * @param event the event
 * @param hint asked for each pod; without one every such event is worth an attempt
 * @param preHint asked once for each event; without one all waiting pods are looked at
 */
public record ClusterEventWithHint<T>(
    ClusterEvent<T> event, @Nullable QueueingHintFn<T> hint, @Nullable PreQueueingHintFn<T> preHint) {
  /** Every such event is worth an attempt. */
  public static <T> ClusterEventWithHint<T> of(EventResource<T> resource, ActionType actions) {
    return new ClusterEventWithHint<>(ClusterEvent.of(resource, actions), null, null);
  }

  /** The hint decides. */
  public static <T> ClusterEventWithHint<T> of(
      EventResource<T> resource, ActionType actions, QueueingHintFn<T> hint) {
    return new ClusterEventWithHint<>(ClusterEvent.of(resource, actions), hint, null);
  }
}
