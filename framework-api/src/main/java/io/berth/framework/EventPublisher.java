package io.berth.framework;

import io.berth.framework.event.ClusterEvent;
import org.jspecify.annotations.Nullable;

/** Lets a plugin raise an event of its own, such as one that stands for a change to what it holds in memory. */
public interface EventPublisher {
  /**
   * Moves pods out of the unschedulable pool that the event helps, hints asked.
   *
   * @param event of any resource
   * @param oldObject as a hint would get it, or {@code null}
   * @param newObject as a hint would get it, or {@code null}
   */
  <T> void publish(ClusterEvent<T> event, @Nullable T oldObject, @Nullable T newObject);
}
