package io.berth.conformance;

import io.berth.framework.event.ClusterEvent;
import org.jspecify.annotations.Nullable;

/**
 * An event that the queue was told of, with what hints get to see.
 *
 * @param event resource and action
 * @param oldObject what there was, {@code null} for an add
 * @param newObject what there is, {@code null} for a delete
 */
record Told(ClusterEvent<?> event, @Nullable Object oldObject, @Nullable Object newObject) {

  /** The event as case files name it. */
  String name() {
    return event.resource().name() + "/" + event.actions();
  }
}
