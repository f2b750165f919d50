package io.berth.benchmarks;

import com.sun.management.ThreadMXBean;
import io.berth.framework.Timers;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Runs scheduling cycles, one a task, so that events come in between, and notes how long each took. Stops when as many pods are bound
 * as were expected, or when it is told to.
 */
final class CyclePump implements Runnable {
  private static final Duration IDLE = Duration.ofMillis(1);
  private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Executor schedulingThread;
  private final Timers timers;
  private final BooleanSupplier cycle;
  private final IntSupplier bound;
  private final int expected;
  private final Latencies latencies;
  private final CountDownLatch done = new CountDownLatch(1);
  private long cpuAtStart = -1;
  private long bytesAtStart;
  private long cpu;
  private long bytes;
  private volatile int cycles;
  private volatile long end;
  private volatile boolean stopped;

  /**
   * Will run cycles.
   *
   * @param cycle runs one; false when no pod was ready
   * @param bound how many pods are bound
   */
  CyclePump(Executor schedulingThread, Timers timers, BooleanSupplier cycle, IntSupplier bound, int expected) {
    this.schedulingThread = schedulingThread;
    this.timers = timers;
    this.cycle = cycle;
    this.bound = bound;
    this.expected = expected;
    this.latencies = new Latencies(expected);
  }

  /** One cycle, on the scheduler's own thread; then posts the next. */
  @Override
  public void run() {
    if (cpuAtStart < 0) {
      cpuAtStart = THREADS.getCurrentThreadCpuTime();
      bytesAtStart = THREADS.getCurrentThreadAllocatedBytes();
    }
    long start = timers.nanoTime();
    boolean ran = cycle.getAsBoolean();
    long now = timers.nanoTime();
    if (ran) {
      latencies.add(now - start);
      cycles = latencies.size();
    }
    if (stopped || bound.getAsInt() >= expected) {
      end = now;
      cpu = THREADS.getCurrentThreadCpuTime() - cpuAtStart;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesAtStart;
      done.countDown();
    } else if (ran) {
      schedulingThread.execute(this);
    } else {
      timers.schedule(IDLE, () -> schedulingThread.execute(this));
    }
  }

  /** How many cycles have been run. */
  int cycles() {
    return cycles;
  }

  /** No cycle begins any more. */
  void stop() {
    stopped = true;
  }

  /** Opens when the last cycle has ended. */
  CountDownLatch done() {
    return done;
  }

  /** How long the thread ran between the first and the last cycle, in nanoseconds. To be asked for once it is {@link #done()}. */
  long cpu() {
    return cpu;
  }

  /** How much the thread allocated meanwhile, in bytes; as above. */
  long bytes() {
    return bytes;
  }

  /** When the last cycle ended; as above. */
  long end() {
    return end;
  }

  /** How long each cycle took; as above. */
  Latencies latencies() {
    return latencies;
  }
}
