package io.berth.dynamicresources;

import io.berth.framework.Cancellation;
import io.berth.framework.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends a search that takes too long. For one thread; nobody is told, the search asks. Virtual time stands while a search runs; there each
 * question counts as two microseconds, so that a search ends, and at the same step each time.
 */
final class TimeLimit implements Cancellation {
  private static final long QUESTION_NANOS = 2_000;

  private final Timers timers;
  private final long start;
  private final long limit;
  private long questions;
  private boolean up;

  /** From now on; a limit of zero never fires. */
  TimeLimit(Timers timers, Duration limit) {
    this.timers = timers;
    this.limit = limit.toNanos();
    this.start = this.limit > 0 ? timers.nanoTime() : 0;
  }

  /** Whether the search was told that its time is up. */
  boolean isUp() {
    return up;
  }

  @Override
  public @Nullable String reason() {
    if (!up && limit > 0 && passed() >= limit) {
      up = true;
    }
    return up ? "timed out trying to allocate devices" : null;
  }

  private long passed() {
    long passed = timers.nanoTime() - start;
    return passed > 0 ? passed : ++questions * QUESTION_NANOS;
  }

  /** Not supported: a search asks at every step. */
  @Override
  public void onCancel(Runnable action) {
    throw new UnsupportedOperationException("ask for the reason");
  }
}
