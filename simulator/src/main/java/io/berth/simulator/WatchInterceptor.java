package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;

/**
 * Decides what becomes of each change on its way to each watch. Asked just before the delivery, on the executor, never under the
 * cluster's lock; not asked for lists.
 */
@FunctionalInterface
public interface WatchInterceptor {
  /** Called once for each change and watch; again when the change is sent anew after a lost connection. */
  WatchDecision beforeDelivery(WatchedChange change);

  /**
   * A change on its way.
   *
   * @param kind the kind that is watched
   * @param watch which of all watches, counted from 0 in the order in which they were opened
   * @param type {@code ADDED}, {@code MODIFIED} or {@code DELETED}
   * @param object borrowed
   */
  record WatchedChange(ResourceKind<?> kind, int watch, String type, HasMetadata object) {}

  /** What becomes of it. */
  sealed interface WatchDecision {
    /** It arrives. */
    record Deliver() implements WatchDecision {}

    /** It arrives twice. */
    record DeliverTwice() implements WatchDecision {}

    /** It arrives later, and all that follows after it. */
    record Delay(Duration by) implements WatchDecision {}

    /**
     * The connection is lost, or says nothing until it is given up; this change does not arrive. The watch goes on where it stopped
     * if the cluster remembers what has happened since, and lists anew otherwise.
     */
    record Disconnect(Duration reconnectAfter) implements WatchDecision {}

    /** As {@link Disconnect}, and the cluster no longer knows the version: the watch lists anew. */
    record Expire(Duration reconnectAfter) implements WatchDecision {}

    /** The watch ends for good with an exception. */
    record Break(String message) implements WatchDecision {}

    /** The shared {@link Deliver}. */
    Deliver DELIVER = new Deliver();
  }
}
