package io.berth.scheduler.internal.queue;

import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.PreQueueingHint;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;

/**
 * One event that one plugin registered.
 *
 * @param plugin the plugin's name
 * @param registered what it registered
 */
record Hint<T>(String plugin, ClusterEventWithHint<T> registered) {
  /** What the plugin says of an event; an event without a hint function always helps. Objects of a wrong type throw. */
  QueueingHint ask(PodInfo pod, @Nullable Object oldObject, @Nullable Object newObject) {
    return registered.hint() == null ? QueueingHint.QUEUE : registered.hint().hint(pod, typed(oldObject), typed(newObject));
  }

  boolean narrows() {
    return registered.preHint() != null;
  }

  PreQueueingHint narrow(@Nullable Object oldObject, @Nullable Object newObject) {
    return registered.preHint() == null
        ? PreQueueingHint.ALL_PODS
        : registered.preHint().preHint(typed(oldObject), typed(newObject));
  }

  private @Nullable T typed(@Nullable Object object) {
    return registered.event().resource().type().cast(object);
  }
}
