package io.berth.conformance.histories;

import java.io.PrintStream;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Runs many histories, several at once, each on one thread; tells of those that fail in the order of their seeds. */
final class Batch {
  private static final int SHRUNK = 3;
  private static final int TOLD = 20;

  private final CommandLine command;
  private final PrintStream out;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong events = new AtomicLong();

  Batch(CommandLine command, PrintStream out) {
    this.command = command;
    this.out = out;
  }

  /** How many failed. */
  long run() {
    long start = System.nanoTime();
    TreeMap<Long, HistoryRun.Result> failures = runAll();
    double seconds = (System.nanoTime() - start) / 1e9;
    int told = 0;
    for (var failure : failures.entrySet()) {
      if (told < TOLD) {
        tell(failure.getKey(), failure.getValue(), command.shrink() && told < SHRUNK);
      }
      told++;
    }
    if (told > TOLD) {
      out.println("and " + (told - TOLD) + " more");
    }
    out.printf("%d histories, %d events, %.1f s, %.1f histories a second%n", command.count(), events.get(), seconds, command.count() / seconds);
    out.println((command.count() - failures.size()) + " passed, " + failures.size() + " failed");
    return failures.size();
  }

  private TreeMap<Long, HistoryRun.Result> runAll() {
    TreeMap<Long, HistoryRun.Result> failures = new TreeMap<>();
    ExecutorService pool = Executors.newFixedThreadPool(command.threads());
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < command.threads(); i++) {
        workers.add(pool.submit(() -> work(failures)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      return failures;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private void work(TreeMap<Long, HistoryRun.Result> failures) {
    for (long i = next.getAndIncrement(); i < command.count(); i = next.getAndIncrement()) {
      long seed = command.seed() + i;
      HistoryRun.Result result = HistoryRun.of(HistoryGenerator.of(seed, command.options()));
      events.addAndGet(result.events());
      if (!result.passed()) {
        synchronized (failures) {
          failures.put(seed, result);
        }
      }
    }
  }

  private void tell(long seed, HistoryRun.Result result, boolean shrink) {
    out.println("seed " + seed + " fails: " + result.rule() + ": " + result.message());
    if (shrink) {
      out.println(ShrunkFailure.of(HistoryGenerator.of(seed, command.options()), result));
    }
  }
}
