package io.berth.benchmarks;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the process alive. */
final class DaemonThreads {
  private DaemonThreads() {}

  /** One thread, which runs tasks in the order in which they come. */
  static ExecutorService single(String name) {
    return Executors.newSingleThreadExecutor(named(name));
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
