package io.berth.scheduler.fake;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;

/** Time that stands still until a test moves it, and an executor whose tasks run when the test says so. */
public final class FakeTime implements Timers, Executor {
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Due> timers =
      new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingLong(Due::sequence));
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long sequence;

  private record Due(Instant at, long sequence, Runnable task) {}

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nanoTime() {
    return now.toEpochMilli() * 1_000_000;
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Due due = new Due(now.plus(delay), sequence++, task);
    timers.add(due);
    return () -> timers.remove(due);
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Runs tasks until none is left. */
  public void run() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** Moves the time and runs all that is due by then, in order. */
  public void advance(Duration duration) {
    Instant end = now.plus(duration);
    run();
    while (!timers.isEmpty() && !timers.peek().at.isAfter(end)) {
      Due due = timers.remove();
      now = due.at;
      due.task.run();
      run();
    }
    now = end;
  }

  /** How many timers are set. */
  public int pendingTimers() {
    return timers.size();
  }
}
