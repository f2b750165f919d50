package io.berth.framework.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a write ended. None of these is an exception: callers decide.
 *
 * @param <T> what is there after a successful write
 */
public sealed interface WriteOutcome<T> {
  /**
   * Done.
   *
   * @param object the object as the cluster has it now; for a delete, its last state
   */
  record Done<T>(T object) implements WriteOutcome<T> {}

  /**
   * Somebody else was faster: the resource version is not the current one, the UID is another's, or the object exists already.
   *
   * @param message the cluster's words
   */
  record Conflict<T>(String message) implements WriteOutcome<T> {}

  /**
   * There is no such object.
   *
   * @param message the cluster's words
   */
  record NotFound<T>(String message) implements WriteOutcome<T> {}

  /**
   * The cluster asks to slow down.
   *
   * @param retryAfter when to try again; zero when it did not say
   * @param message the cluster's words
   */
  record Throttled<T>(Duration retryAfter, String message) implements WriteOutcome<T> {}

  /**
   * Refused as invalid or not allowed, or it is not known what became of it.
   *
   * @param message what happened
   * @param cause the client's exception, if there is one
   */
  record Failed<T>(String message, @Nullable Throwable cause) implements WriteOutcome<T> {}

  /** Whether it is {@link Done}. */
  default boolean isDone() {
    return this instanceof Done;
  }

  /** What happened, for people. */
  default String describe() {
    if (this instanceof Conflict<T> c) {
      return c.message();
    }
    if (this instanceof NotFound<T> n) {
      return n.message();
    }
    if (this instanceof Throttled<T> t) {
      return t.message();
    }
    if (this instanceof Failed<T> f) {
      return f.message();
    }
    return "done";
  }
}
