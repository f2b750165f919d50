package io.berth.scheduler.internal.queue;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One timer at a time for the next thing that is due. The action runs on the scheduler's own thread. */
final class WakeUp {
  private final Timers timers;
  private final Executor executor;
  private final Runnable action;
  private Timers.@Nullable Timer timer;
  private @Nullable Instant due;
  private long generation;

  WakeUp(Timers timers, Executor executor, Runnable action) {
    this.timers = timers;
    this.executor = executor;
    this.action = action;
  }

  /**
   * Sees to it that the action runs when something is due, and not at all when nothing is. A timer that is set for an earlier time
   * is left alone: the action asks again when it finds nothing to do.
   */
  void at(@Nullable Instant when) {
    if (when == null) {
      cancel();
    } else if (due == null || when.isBefore(due)) {
      cancel();
      due = when;
      long mine = ++generation;
      Duration delay = Duration.between(timers.now(), when);
      timer = timers.schedule(delay.isNegative() ? Duration.ZERO : delay, () -> executor.execute(() -> run(mine)));
    }
  }

  void cancel() {
    generation++;
    due = null;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void run(long scheduled) {
    if (scheduled == generation) {
      timer = null;
      due = null;
      action.run();
    }
  }
}
