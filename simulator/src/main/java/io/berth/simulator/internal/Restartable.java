package io.berth.simulator.internal;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.Controller;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all controllers have in common: each start makes a new session, which knows nothing of the one before. When a watch ends for good,
 * the session ends too, and another one begins a second later, as when somebody restarts a process that has ended. Thread-safe.
 *
 * @param <S> what the controller knows and does from a start to the next stop
 */
public abstract class Restartable<S> implements Controller {
  private static final Duration RESTART_AFTER = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final Timers timers;
  private final Executor executor;
  private final Duration delay;
  private @Nullable Session session;
  private volatile @Nullable S latest;
  private boolean running;
  private long starts;

  /**
   * A controller that does not run.
   *
   * @param executor serial; everything that it does runs there
   * @param delay from when something has changed to when it is looked at
   */
  protected Restartable(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    this.cluster = cluster;
    this.timers = timers;
    this.executor = executor;
    this.delay = delay;
  }

  /** Makes the mirrors and queues of a session, whose watches open afterwards. */
  protected abstract S begin(Session next);

  /** Lets the latest session do something, on the executor; nothing before the first start. */
  protected final void tell(Consumer<S> task) {
    executor.execute(
        () -> {
          S told = latest;
          if (told != null) {
            task.accept(told);
          }
        });
  }

  @Override
  public final synchronized void start() {
    if (!running) {
      running = true;
      open();
    }
  }

  @Override
  public final synchronized void stop() {
    running = false;
    starts++;
    end();
  }

  @Override
  public final synchronized boolean isRunning() {
    return running;
  }

  private void open() {
    long start = ++starts;
    Session next = new Session(cluster, timers, executor, delay);
    latest = begin(next);
    session = next;
    next.open(cause -> failed(start));
  }

  private void end() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  private synchronized void failed(long start) {
    if (running && start == starts && session != null) {
      end();
      timers.schedule(RESTART_AFTER, () -> reopen(start));
    }
  }

  private synchronized void reopen(long start) {
    if (running && start == starts) {
      open();
    }
  }
}
