package io.berth.framework;

import org.jspecify.annotations.Nullable;

/** Tells asynchronous work that its result is no longer wanted. Thread-safe. */
public interface Cancellation {
  /** Never fires. */
  Cancellation NEVER =
      new Cancellation() {
        @Override
        public @Nullable String reason() {
          return null;
        }

        @Override
        public void onCancel(Runnable action) {
          // nothing ever fires
        }
      };

  /** Why the work is not wanted any more, or {@code null} while it is. */
  @Nullable String reason();

  /** Whether it has fired. */
  default boolean isCancelled() {
    return reason() != null;
  }

  /** Runs the action once when this fires, at once if it has. The action must be quick and must not throw. */
  void onCancel(Runnable action);
}
