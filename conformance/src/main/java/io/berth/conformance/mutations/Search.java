package io.berth.conformance.mutations;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Looks for the first of many histories in which something does not hold. */
final class Search {
  private final LongFunction<String> question;
  private final long count;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong best = new AtomicLong(Long.MAX_VALUE);
  private final TreeMap<Long, String> failures = new TreeMap<>();

  /**
   * What was found.
   *
   * @param history which one, counted from 1
   * @param message what does not hold in it
   */
  record Found(long history, String message) {}

  private Search(LongFunction<String> question, long count) {
    this.question = question;
    this.count = count;
  }

  /** Asks for the seeds from {@code first} on; the answer is the same however many threads there are. */
  static @Nullable Found first(LongFunction<String> question, long first, long count, ExecutorService pool, int threads) {
    Search search = new Search(question, count);
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(pool.submit(() -> search.work(first)));
    }
    try {
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
    var found = search.failures.firstEntry();
    return found == null ? null : new Found(found.getKey() + 1, found.getValue());
  }

  private void work(long first) {
    for (long i = next.getAndIncrement(); i < count && i < best.get(); i = next.getAndIncrement()) {
      String answer = question.apply(first + i);
      if (!answer.isEmpty()) {
        best.accumulateAndGet(i, Math::min);
        synchronized (failures) {
          failures.put(i, answer);
        }
      }
    }
  }
}
