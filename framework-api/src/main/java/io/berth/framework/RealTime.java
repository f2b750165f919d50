package io.berth.framework;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The machine's own clock. It is the only place of the libraries that asks for the time.
 *
 * @param executor runs the tasks when they are due; whoever makes it shuts it down
 */
public record RealTime(ScheduledExecutorService executor) implements Timers {
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
    ScheduledFuture<?> future = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }
}
