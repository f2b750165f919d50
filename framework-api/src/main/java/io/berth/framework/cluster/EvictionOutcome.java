package io.berth.framework.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an eviction ended. */
public sealed interface EvictionOutcome {
  /** The pod is going. */
  record Evicted() implements EvictionOutcome {}

  /** The pod was gone already; a pod of the same name with another UID does not count as gone. */
  record AlreadyGone() implements EvictionOutcome {}

  /**
   * A disruption budget does not allow it now.
   *
   * @param message the cluster's words, which name the budget
   */
  record BlockedByBudget(String message) implements EvictionOutcome {}

  /**
   * The cluster asks to slow down.
   *
   * @param retryAfter when to try again; zero when it did not say
   */
  record Throttled(Duration retryAfter) implements EvictionOutcome {}

  /**
   * Refused, another pod has the name, or it is not known what became of it.
   *
   * @param message what happened
   * @param cause the client's exception, if there is one
   */
  record Failed(String message, @Nullable Throwable cause) implements EvictionOutcome {}
}
