package io.berth.framework.event;

import org.jspecify.annotations.Nullable;

/**
 * Asked once for an event, before any pod is looked at, to narrow them down. An exception counts as all pods.
 *
 * @param <T> what the event's resource shows of its objects
 */
@FunctionalInterface
public interface PreQueueingHintFn<T> {
  /** The pods to ask about; not called when both objects are unknown. */
  PreQueueingHint preHint(@Nullable T oldObject, @Nullable T newObject);
}
