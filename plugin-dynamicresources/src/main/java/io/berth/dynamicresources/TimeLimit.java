package io.berth.dynamicresources;

import io.berth.framework.Cancellation;
import io.berth.framework.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends a search that takes too long. For one thread; nobody is told, the search asks. */
final class TimeLimit implements Cancellation {
  private final Timers timers;
  private final long start;
  private final long limit;
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
    if (!up && limit > 0 && timers.nanoTime() - start >= limit) {
      up = true;
    }
    return up ? "timed out trying to allocate devices" : null;
  }

  /** Not supported: a search asks at every step. */
  @Override
  public void onCancel(Runnable action) {
    throw new UnsupportedOperationException("ask for the reason");
  }
}
