package io.berth.testkit;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * Time that stands still until a test moves it, and an executor whose tasks run when the test says so. Timers run in the order of their
 * instants, those of one instant in the order in which they were scheduled; after each timer all tasks run. Not thread-safe.
 */
public final class FakeTimers implements Timers, Executor {
  /** When it begins. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private record Due(Instant at, long sequence) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  private final TreeMap<Due, Runnable> timers = new TreeMap<>();
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private Instant now = START;
  private long sequence;
  private int fired;

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nanoTime() {
    return Duration.between(START, now).toNanos();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Due due = new Due(delay.isNegative() ? now : now.plus(delay), sequence++);
    timers.put(due, task);
    return () -> timers.remove(due) != null;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Runs all tasks, and those that they post. */
  public void run() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  /** Runs all tasks, then the timers that are due within the time, and lets it pass. */
  public void advance(Duration time) {
    Instant end = now.plus(time);
    run();
    for (Map.Entry<Due, Runnable> next = timers.firstEntry();
        next != null && !next.getKey().at().isAfter(end);
        next = timers.firstEntry()) {
      timers.pollFirstEntry();
      now = next.getKey().at();
      fired++;
      next.getValue().run();
      run();
    }
    now = end;
  }

  /** How many timers wait. */
  public int waitingTimers() {
    return timers.size();
  }

  /** How many timers have run. */
  public int firedTimers() {
    return fired;
  }

  /** How many tasks wait. */
  public int waitingTasks() {
    return tasks.size();
  }
}
