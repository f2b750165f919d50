package io.berth.scheduler;

import io.berth.framework.RealTime;
import io.berth.framework.Timers;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** The machine's own clock, threads and chance, for schedulers that were given none. The only place of this module that makes any. */
final class OwnThreads implements AutoCloseable {
  private static final int WORKERS = 16;
  private static final int IDLE_SECONDS = 30;

  /** What comes after the end is of no interest to anybody. */
  private static final RejectedExecutionHandler DISCARD = new ThreadPoolExecutor.DiscardPolicy();

  private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, threads("berth-timers"), DISCARD);
  private final ThreadPoolExecutor scheduling = pool(1, "berth-scheduling");
  private final ThreadPoolExecutor work = pool(WORKERS, "berth-work");

  OwnThreads() {
    clock.setRemoveOnCancelPolicy(true);
    work.allowCoreThreadTimeOut(true);
  }

  private static ThreadPoolExecutor pool(int threads, String name) {
    return new ThreadPoolExecutor(
        threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads(name), DISCARD);
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  static RandomGenerator random() {
    return new SplittableRandom();
  }

  Executor schedulingExecutor() {
    return scheduling;
  }

  Executor workExecutor() {
    return work;
  }

  Timers timers() {
    return new RealTime(clock);
  }

  /** Ends the threads when they have done what they are doing. */
  @Override
  public void close() {
    clock.shutdownNow();
    scheduling.shutdown();
    work.shutdown();
  }
}
