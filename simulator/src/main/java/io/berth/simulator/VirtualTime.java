package io.berth.simulator;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until it is told to go on: a queue of events, each with an instant and a sequence number. Tasks posted to
 * the {@linkplain #executor() executor} are events of now; timers are events of later. Events run in the order of their instants,
 * those of one instant in the order in which they were posted or scheduled, all on the thread that runs them. The same input gives
 * the same run.
 *
 * <p>A task that throws ends {@code run}, {@code advance} or {@code step} with its exception. Nothing else is lost: the next call
 * goes on with the event after it.
 *
 * <p>Not thread-safe: while events run, only the thread that runs them may post or schedule, which is checked.
 */
public final class VirtualTime implements Timers {
  private static final long DEFAULT_EVENTS_PER_INSTANT = 20_000_000L;

  private final Instant start;
  private final EventQueue queue = new EventQueue();
  private final Executor executor = this::post;
  private final long maxEventsPerInstant;
  private long nowNanos;
  private long eventsAtThisInstant;
  private long eventsRun;
  private @Nullable Thread runner;

  private VirtualTime(Instant start, long maxEventsPerInstant) {
    this.start = start;
    this.maxEventsPerInstant = maxEventsPerInstant;
  }

  /** Time that begins at 2026-01-01T00:00:00Z. */
  public static VirtualTime create() {
    return startingAt(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /** Time that begins at the given instant. */
  public static VirtualTime startingAt(Instant start) {
    return new VirtualTime(start, DEFAULT_EVENTS_PER_INSTANT);
  }

  /**
   * Time that begins at the given instant.
   *
   * @param maxEventsPerInstant how many events may run without time passing; with more a run fails as one that does not end
   */
  public static VirtualTime startingAt(Instant start, long maxEventsPerInstant) {
    return new VirtualTime(start, maxEventsPerInstant);
  }

  @Override
  public Instant now() {
    return start.plusNanos(nowNanos);
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  /** Runs tasks now, after those that are due already; the same object each time. */
  public Executor executor() {
    return executor;
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    checkThread();
    long nanos = delay.isNegative() ? 0 : delay.toNanos();
    return queue.add(Math.addExact(nowNanos, nanos), task);
  }

  /** Runs everything that is due now, and what it causes to be due now. */
  public void run() {
    runUntilNanos(nowNanos);
  }

  /** Runs everything that is due within this time, and lets the time pass. */
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("time does not go back by " + duration.negated());
    }
    runUntilNanos(Math.addExact(nowNanos, duration.toNanos()));
  }

  /** Runs everything that is due until the instant, this included, and lets the time pass. */
  public void runUntil(Instant instant) {
    advance(Duration.between(now(), instant));
  }

  /**
   * Runs until nothing is left to do, letting time pass as far as needed.
   *
   * @param atMost when to stop all the same
   * @return whether nothing is left; time stands at the last event then, or at the limit
   */
  public boolean runUntilIdle(Duration atMost) {
    long limit = Math.addExact(nowNanos, atMost.toNanos());
    while (queue.nextNanos() <= limit) {
      runNext(limit);
    }
    if (queue.size() == 0) {
      return true;
    }
    nowNanos = limit;
    return false;
  }

  /**
   * Runs one event that is due now.
   *
   * @return whether there was one
   */
  public boolean step() {
    return runNext(nowNanos);
  }

  /**
   * Runs the next event, if it is due until the instant, this included, and lets time pass up to it.
   *
   * @return whether there was one; if not, time stands where it stood
   */
  public boolean stepUntil(Instant instant) {
    return runNext(Duration.between(start, instant).toNanos());
  }

  /** When the next event is due; now, if there is something to do. */
  public Optional<Instant> nextEvent() {
    long next = queue.nextNanos();
    return next == Long.MAX_VALUE ? Optional.empty() : Optional.of(start.plusNanos(next));
  }

  /** How many events have been run. */
  public long eventsRun() {
    return eventsRun;
  }

  private void post(Runnable task) {
    checkThread();
    queue.addNow(nowNanos, task);
  }

  private void runUntilNanos(long limit) {
    while (runNext(limit)) {
      // one event after the other
    }
    nowNanos = limit;
  }

  private boolean runNext(long limit) {
    if (runner != null) {
      throw new IllegalStateException("an event may not run further events");
    }
    long next = queue.nextNanos();
    if (next > limit) {
      return false;
    }
    if (next > nowNanos) {
      nowNanos = next;
      eventsAtThisInstant = 0;
    }
    if (++eventsAtThisInstant > maxEventsPerInstant) {
      throw new IllegalStateException(
          maxEventsPerInstant + " events at " + now() + " and no end: something posts itself again and again without letting time pass");
    }
    Runnable task = queue.poll();
    eventsRun++;
    runner = Thread.currentThread();
    try {
      task.run();
    } finally {
      runner = null;
    }
    return true;
  }

  private void checkThread() {
    Thread owner = runner;
    if (owner != null && owner != Thread.currentThread()) {
      throw new IllegalStateException(
          "virtual time belongs to thread " + owner.getName() + " while it runs, not to " + Thread.currentThread().getName()
              + "; give asynchronous work this executor");
    }
  }
}
