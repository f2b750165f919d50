package io.berth.benchmarks;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Real time; tasks run on the given executor. */
record SystemTimers(ScheduledExecutorService executor) implements Timers {
  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> scheduled = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }
}
