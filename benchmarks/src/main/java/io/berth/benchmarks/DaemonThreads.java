package io.berth.benchmarks;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that do not keep the process alive. */
final class DaemonThreads {
  private DaemonThreads() {}

  /** One thread, which runs tasks in the order in which they come; those that come after its end, as late events do, are dropped. */
  static ExecutorService single(String name) {
    return new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name), new ThreadPoolExecutor.DiscardPolicy());
  }

  /** One thread for what is due later. */
  static ScheduledExecutorService timers() {
    return Executors.newSingleThreadScheduledExecutor(named("timers"));
  }

  private static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
