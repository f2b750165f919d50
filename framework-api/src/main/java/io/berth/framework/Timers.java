package io.berth.framework;

import java.time.Duration;
import java.time.Instant;

/** Time as it comes in from outside: a real clock or a simulated one. */
public interface Timers {
  /** The time now. */
  Instant now();

  /** A monotonic reading in nanoseconds, for durations only. In virtual time it follows {@link #now()}. */
  long nanoTime();

  /**
   * Runs the task once after the delay. Tasks due at the same time run in the order in which they were scheduled. On which thread is
   * the implementation's choice; the engine hops to its own.
   */
  Timer schedule(Duration delay, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /**
     * Takes the task back.
     *
     * @return whether it will not run; false when it has run, is running, or was cancelled before
     */
    boolean cancel();
  }
}
