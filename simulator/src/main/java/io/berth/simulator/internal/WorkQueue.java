package io.berth.simulator.internal;

import io.berth.framework.Timers;
import io.berth.framework.Timers.Timer;
import io.berth.framework.cluster.WriteOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
public final class WorkQueue<K> {
  private static final Duration FIRST_RETRY = Duration.ofMillis(10);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);

  private final Timers timers;
  private final Executor executor;
  private final Duration delay;
  private final Reconciler<K> reconciler;
  private final Map<K, Item> items = new HashMap<>();
  private final List<Runnable> held = new ArrayList<>();
  private boolean holding;
  private volatile boolean stopped;

  /** Does the next thing that is to be done for a key. */
  @FunctionalInterface
  public interface Reconciler<K> {
    /** Looks at the key. */
    Next reconcile(K key);
  }

  /** When a key is to be looked at again, besides when it is added. */
  public sealed interface Next {
    /** Not at all. */
    record Done() implements Next {}

    /** When so much time has passed. */
    record After(Duration delay) implements Next {}

    /**
     * When the request has been answered, and has failed: after a while that grows.
     *
     * @param again when to look again after it has been done, {@code null} for not at all
     */
    record Answered(CompletionStage<? extends WriteOutcome<?>> answer, @Nullable Duration again) implements Next {
      /** Not to be looked at again once it has been done. */
      public Answered(CompletionStage<? extends WriteOutcome<?>> answer) {
        this(answer, null);
      }
    }

    /** The shared {@link Done}. */
    Done DONE = new Done();
  }

  private static final class Item {
    boolean queued;
    boolean busy;
    boolean dirty;
    int failures;
    @Nullable Timer timer;
    @Nullable Instant due;
    @Nullable Instant notBefore;
  }

  /** A queue whose keys are looked at as soon as they are added. */
  public WorkQueue(Timers timers, Executor executor, Reconciler<K> reconciler) {
    this(timers, executor, Duration.ZERO, reconciler);
  }

  /**
   * Makes a queue.
   *
   * @param delay from when a key is added to when it is looked at
   */
  public WorkQueue(Timers timers, Executor executor, Duration delay, Reconciler<K> reconciler) {
    this.timers = timers;
    this.executor = executor;
    this.delay = delay;
    this.reconciler = reconciler;
  }

  /** The key is to be looked at soon. */
  public void add(K key) {
    if (stopped) {
      return;
    }
    Item item = items.computeIfAbsent(key, k -> new Item());
    if (delay.isZero()) {
      enqueue(key, item);
    } else if (item.busy) {
      item.dirty = true;
    } else if (!item.queued) {
      addAfter(key, item, delay);
    }
  }

  /** Nothing is looked at until {@link #release}. */
  public void hold() {
    holding = true;
  }

  /** What has been added meanwhile is looked at, in its order. */
  public void release() {
    holding = false;
    held.forEach(executor::execute);
    held.clear();
  }

  /** Nothing is looked at any more. From any thread. */
  public void stop() {
    stopped = true;
    executor.execute(this::cancelAll);
  }

  private void cancelAll() {
    for (Item item : items.values()) {
      if (item.timer != null) {
        item.timer.cancel();
      }
    }
    items.clear();
    held.clear();
  }

  private void enqueue(K key, Item item) {
    if (item.busy) {
      item.dirty = true;
    } else if (item.notBefore != null && timers.now().isBefore(item.notBefore)) {
      addAfter(key, item, Duration.between(timers.now(), item.notBefore));
    } else if (!item.queued) {
      item.queued = true;
      if (holding) {
        held.add(() -> run(key, item));
      } else {
        executor.execute(() -> run(key, item));
      }
    }
  }

  private void addAfter(K key, Item item, Duration wait) {
    Instant due = timers.now().plus(wait);
    if (item.timer != null && item.due != null && !due.isBefore(item.due)) {
      return;
    }
    if (item.timer != null) {
      item.timer.cancel();
    }
    item.due = due;
    item.timer =
        timers.schedule(
            wait,
            () ->
                executor.execute(
                    () -> {
                      item.timer = null;
                      if (!stopped) {
                        enqueue(key, item);
                      }
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
      answered.answer().whenComplete((outcome, failure) -> executor.execute(() -> answered(key, item, outcome, answered.again())));
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

  private void answered(K key, Item item, @Nullable WriteOutcome<?> outcome, @Nullable Duration again) {
    item.busy = false;
    if (stopped) {
      return;
    }
    if (outcome != null && outcome.isDone()) {
      item.failures = 0;
      if (again != null) {
        addAfter(key, item, again);
      }
    } else {
      addAfter(key, item, retry(item, outcome));
    }
    if (item.dirty) {
      item.dirty = false;
      add(key);
    } else if (item.timer == null) {
      items.remove(key);
    }
  }

  private Duration retry(Item item, @Nullable WriteOutcome<?> outcome) {
    Duration backoff = FIRST_RETRY.multipliedBy(1L << Math.min(item.failures++, 20));
    Duration wait = backoff.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : backoff;
    if (outcome instanceof WriteOutcome.Throttled<?> throttled && throttled.retryAfter().compareTo(wait) > 0) {
      item.notBefore = timers.now().plus(throttled.retryAfter());
      return throttled.retryAfter();
    }
    return wait;
  }
}
