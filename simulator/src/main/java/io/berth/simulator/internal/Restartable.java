package io.berth.simulator.internal;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops a controller. Each start makes a new session, which knows nothing of the one before. When a watch ends for good, the
 * session ends too, and another one begins a second later, as when somebody restarts a process that has ended. Thread-safe.
 */
public final class Restartable {
  private static final Duration RESTART_AFTER = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final Timers timers;
  private final Executor executor;
  private final Duration delay;
  private final Consumer<Session> body;
  private @Nullable Session session;
  private boolean running;
  private long starts;

  /**
   * A controller that does not run.
   *
   * @param delay from when something has changed to when it is looked at
   * @param body makes the mirrors and queues of a session
   */
  public Restartable(Cluster cluster, Timers timers, Executor executor, Duration delay, Consumer<Session> body) {
    this.cluster = cluster;
    this.timers = timers;
    this.executor = executor;
    this.delay = delay;
    this.body = body;
  }

  /** Begins. */
  public synchronized void start() {
    if (!running) {
      running = true;
      open();
    }
  }

  /** Ends. */
  public synchronized void stop() {
    running = false;
    starts++;
    close();
  }

  /** Whether it has been started and not stopped. */
  public synchronized boolean isRunning() {
    return running;
  }

  private void open() {
    long start = ++starts;
    Session next = new Session(cluster, timers, executor, delay);
    body.accept(next);
    session = next;
    next.open(cause -> failed(start));
  }

  private void close() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  private synchronized void failed(long start) {
    if (running && start == starts && session != null) {
      close();
      timers.schedule(RESTART_AFTER, () -> reopen(start));
    }
  }

  private synchronized void reopen(long start) {
    if (running && start == starts) {
      open();
    }
  }
}
