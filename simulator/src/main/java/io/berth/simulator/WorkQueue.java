package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.Timers.Timer;
import io.berth.framework.cluster.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a controller has to look at: each at most once in the queue, one at a time, never while its last request is under
 * way. Lives on the controller's serial executor.
 *
 * <p>Source of the idea: client-go/util/workqueue, v0.37.2.
 */
final class WorkQueue<K> {
  private static final Duration FIRST_RETRY = Duration.ofMillis(10);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);

  private final Timers timers;
  private final Executor executor;
  private final Reconciler<K> reconciler;
  private final Map<K, Item> items = new HashMap<>();
  private volatile boolean stopped;

  /** Does the next thing that is to be done for a key. */
  @FunctionalInterface
  interface Reconciler<K> {
    Next reconcile(K key);
  }

  /** When a key is to be looked at again, besides when it is added. */
  sealed interface Next {
    /** Not at all. */
    record Done() implements Next {}

    /** When so much time has passed. */
    record After(Duration delay) implements Next {}

    /** When the request has been answered, and has failed: after a while that grows. */
    record Answered(CompletionStage<? extends WriteOutcome<?>> answer) implements Next {}

    Done DONE = new Done();
  }

  private static final class Item {
    boolean queued;
    boolean busy;
    boolean dirty;
    int failures;
    @Nullable Timer timer;
    @Nullable Instant due;
  }

  WorkQueue(Timers timers, Executor executor, Reconciler<K> reconciler) {
    this.timers = timers;
    this.executor = executor;
    this.reconciler = reconciler;
  }

  /** The key is to be looked at soon. */
  void add(K key) {
    if (stopped) {
      return;
    }
    Item item = items.computeIfAbsent(key, k -> new Item());
    if (item.busy) {
      item.dirty = true;
    } else if (!item.queued) {
      item.queued = true;
      executor.execute(() -> run(key, item));
    }
  }

  /** Nothing is looked at any more. */
  void stop() {
    stopped = true;
  }

  private void addAfter(K key, Item item, Duration delay) {
    Instant due = timers.now().plus(delay);
    if (item.timer != null && item.due != null && !due.isBefore(item.due)) {
      return;
    }
    if (item.timer != null) {
      item.timer.cancel();
    }
    item.due = due;
    item.timer =
        timers.schedule(
            delay,
            () ->
                executor.execute(
                    () -> {
                      item.timer = null;
                      add(key);
                    }));
  }

  private void run(K key, Item item) {
    item.queued = false;
    if (stopped) {
      return;
    }
    Next next = reconciler.reconcile(key);
    if (next instanceof Next.Answered answered) {
      item.busy = true;
      answered.answer().whenComplete((outcome, failure) -> executor.execute(() -> answered(key, item, outcome)));
    } else if (next instanceof Next.After after) {
      item.failures = 0;
      addAfter(key, item, after.delay());
    } else {
      item.failures = 0;
      if (item.timer == null && !item.queued) {
        items.remove(key);
      }
    }
  }

  private void answered(K key, Item item, @Nullable WriteOutcome<?> outcome) {
    item.busy = false;
    if (outcome != null && outcome.isDone()) {
      item.failures = 0;
    } else {
      Duration delay = FIRST_RETRY.multipliedBy(1L << Math.min(item.failures++, 20));
      addAfter(key, item, delay.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : delay);
    }
    if (item.dirty) {
      item.dirty = false;
      add(key);
    } else if (item.timer == null) {
      items.remove(key);
    }
  }
}
