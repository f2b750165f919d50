package io.berth.framework;

import io.berth.framework.event.ClusterEvent;
import org.jspecify.annotations.Nullable;

/**
 * Lets a plugin raise an event of its own, such as one that stands for a change to what it holds in memory. Its resource may be one that
 * is watched, as if the cluster had told of a change, or one that {@link io.berth.framework.event.EventResource#published} makes and
 * nothing is watched for.
 *
 * <p>Called on the scheduling executor, and not before all plugins are made.
 */
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
