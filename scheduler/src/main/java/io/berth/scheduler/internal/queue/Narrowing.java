package io.berth.scheduler.internal.queue;

import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.PreQueueingHint;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * To which pods each plugin's pre-hint narrows an event down. A registration is narrowed by its own pre-hint and by no other's.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue.go (runPreQueueingHintPlugins), v1.37.2.
 */
final class Narrowing {
  /** Nothing is narrowed. */
  static final Narrowing NONE = new Narrowing(Map.of());

  private static final Logger LOG = LoggerFactory.getLogger(Narrowing.class);

  private final Map<Hint<?>, Set<String>> keys;

  private Narrowing(Map<Hint<?>, Set<String>> keys) {
    this.keys = keys;
  }

  /** Asks all pre-hints. They are not asked when both objects are unknown. */
  static Narrowing of(
      EventInterest interest,
      ClusterEvent<?> event,
      @Nullable Object oldObject,
      @Nullable Object newObject,
      QueueMetrics metrics) {
    if (oldObject == null && newObject == null) {
      return NONE;
    }
    Map<Hint<?>, Set<String>> keys = new IdentityHashMap<>(); // looked up, never iterated
    for (List<Hint<?>> hints : interest.byProfile().values()) {
      for (Hint<?> hint : hints) {
        if (hint.narrows()) {
          Set<String> only = ask(hint, event, oldObject, newObject, metrics);
          if (only != null) {
            keys.put(hint, only);
          }
        }
      }
    }
    return keys.isEmpty() ? NONE : new Narrowing(keys);
  }

  /** The {@code namespace/name} of the pods that the registration is about; {@code null} for all. */
  @Nullable Set<String> of(Hint<?> hint) {
    return keys.get(hint);
  }

  /** Whether the registration may be about the pod. */
  boolean concerns(Hint<?> hint, QueuedPod pod) {
    Set<String> only = keys.get(hint);
    return only == null || only.contains(pod.pod().key());
  }

  private static @Nullable Set<String> ask(
      Hint<?> hint,
      ClusterEvent<?> event,
      @Nullable Object oldObject,
      @Nullable Object newObject,
      QueueMetrics metrics) {
    try {
      PreQueueingHint answer = hint.narrow(oldObject, newObject);
      metrics.preHint(hint.plugin(), answer instanceof PreQueueingHint.Only);
      return answer instanceof PreQueueingHint.Only only ? only.keys() : null;
    } catch (RuntimeException e) {
      LOG.warn("pre-hint of {} for {} failed; all its pods are looked at", hint.plugin(), event, e);
      return null;
    }
  }
}
