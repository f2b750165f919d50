package io.berth.framework.event;

import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Asked for a pod that the plugin rejected when a registered event happens. Runs on the scheduler's own thread and must be fast. An
 * exception counts as {@link QueueingHint#QUEUE}, so that no pod is stuck.
 *
 * @param <T> what the event's resource shows of its objects
 */
@FunctionalInterface
public interface QueueingHintFn<T> {
  /**
   * Whether the event may help.
   *
   * @param pod the waiting pod
   * @param oldObject what there was, {@code null} for an add
   * @param newObject what there is, {@code null} for a delete
   */
  QueueingHint hint(PodInfo pod, @Nullable T oldObject, @Nullable T newObject);
}
