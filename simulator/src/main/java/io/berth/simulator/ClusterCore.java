package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all parts of the cluster share: the one lock, the counters, the tables, and the way out for those who watch. Deliveries that
 * a change causes are posted after the lock has been given back, in the order of the changes.
 */
final class ClusterCore {
  private final ReentrantLock lock = new ReentrantLock();
  private final Timers timers;
  private final Executor executor;
  private final int historySize;
  private final @Nullable WatchInterceptor watchInterceptor;

  // guarded by the lock
  private final Map<ResourceKind<?>, Table<?>> tables = new LinkedHashMap<>();
  private List<WatchStream<?>> woken = new ArrayList<>();
  private long version;
  private long uids;
  private long generatedNames;
  private int streams;
  private Instant lastNow = Instant.MIN;
  private String lastNowText = "";

  ClusterCore(Timers timers, Executor executor, int historySize, @Nullable WatchInterceptor watchInterceptor) {
    this.timers = timers;
    this.executor = executor;
    this.historySize = historySize;
    this.watchInterceptor = watchInterceptor;
  }

  Timers timers() {
    return timers;
  }

  @Nullable WatchInterceptor watchInterceptor() {
    return watchInterceptor;
  }

  /** Works under the lock. */
  <R extends @Nullable Object> R call(Supplier<R> work) {
    R result;
    List<WatchStream<?>> toWake = List.of();
    lock.lock();
    try {
      result = work.get();
      if (!woken.isEmpty() && lock.getHoldCount() == 1) {
        toWake = woken;
        woken = new ArrayList<>();
      }
    } finally {
      lock.unlock();
    }
    for (WatchStream<?> stream : toWake) {
      executor.execute(stream.deliveryTask());
    }
    return result;
  }

  /** Works under the lock. */
  void run(Runnable work) {
    call(
        () -> {
          work.run();
          return null;
        });
  }

  /** Under the lock: the stream has one more thing to tell. */
  void wake(WatchStream<?> stream) {
    woken.add(stream);
  }

  /** Runs the task on the executor. */
  void post(Runnable task) {
    executor.execute(task);
  }

  /** Under the lock. */
  @SuppressWarnings("unchecked") // a table is stored under the kind that it was made for
  <T extends HasMetadata> Table<T> table(ResourceKind<T> kind) {
    return (Table<T>) tables.computeIfAbsent(kind, k -> new Table<>(kind, historySize));
  }

  /** Under the lock: all tables, in the order in which their kinds were first used. */
  List<Table<?>> tables() {
    return List.copyOf(tables.values());
  }

  /** Under the lock: the version of the last change. */
  long currentVersion() {
    return version;
  }

  /** Under the lock. */
  long nextVersion() {
    return ++version;
  }

  /** Under the lock: an identifier that no other object has, the same in every run. */
  String nextUid() {
    return new UUID(0x4000L, 0x8000000000000000L | ++uids).toString();
  }

  /** Under the lock: five letters and digits that look like chance, the same in every run, none twice within 14 million. */
  String nextNameSuffix() {
    String alphabet = "bcdfghjklmnpqrstvwxz2456789";
    long scattered = Math.floorMod(++generatedNames * 7_368_787L, 14_348_907L);
    StringBuilder suffix = new StringBuilder(5);
    for (int i = 0; i < 5; i++) {
      suffix.append(alphabet.charAt((int) (scattered % 27)));
      scattered /= 27;
    }
    return suffix.toString();
  }

  /** Under the lock: which number the next watch has. */
  int nextStream() {
    return streams++;
  }

  /** Under the lock: now, to the second, as objects carry it. */
  String now() {
    Instant now = timers.now();
    if (!now.equals(lastNow)) {
      lastNow = now;
      lastNowText = now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
    return lastNowText;
  }
}
