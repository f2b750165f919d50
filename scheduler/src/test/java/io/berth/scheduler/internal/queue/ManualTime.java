package io.berth.scheduler.internal.queue;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/** Time that stands still until a test moves it; tasks run when it does. */
final class ManualTime implements Timers, Executor {
  private record Due(Instant at, long sequence) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  static final Instant START = Instant.parse("2026-05-01T00:00:00Z");

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
    Due due = new Due(now.plus(delay), sequence++);
    timers.put(due, task);
    return () -> timers.remove(due) != null;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  void advance(Duration time) {
    Instant end = now.plus(time);
    for (Map.Entry<Due, Runnable> next = timers.firstEntry();
        next != null && !next.getKey().at().isAfter(end);
        next = timers.firstEntry()) {
      timers.pollFirstEntry();
      now = next.getKey().at().isAfter(now) ? next.getKey().at() : now;
      fired++;
      next.getValue().run();
      while (!tasks.isEmpty()) {
        tasks.remove().run();
      }
    }
    now = end;
  }

  void advanceMillis(long millis) {
    advance(Duration.ofMillis(millis));
  }

  /** How many timers are set. */
  int pending() {
    return timers.size();
  }

  /** How many timers have fired. */
  int fired() {
    return fired;
  }
}
