package io.berth.simulator.internal;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A controller from one start to the next stop: what it sees, and what it has to look at. Nothing is looked at until the first lists of
 * all kinds are there, since a controller that sees half of a cluster does harm. Lives on the controller's serial executor.
 */
public final class Session {
  private final Cluster cluster;
  private final Timers timers;
  private final Executor executor;
  private final Duration delay;
  private final List<Runnable> toOpen = new ArrayList<>();
  private final List<Watch> watches = new ArrayList<>();
  private final List<WorkQueue<?>> queues = new ArrayList<>();
  private final List<Runnable> whenSynced = new ArrayList<>();
  private @Nullable Consumer<Throwable> onFailure;
  private int unsynced;

  Session(Cluster cluster, Timers timers, Executor executor, Duration delay) {
    this.cluster = cluster;
    this.timers = timers;
    this.executor = executor;
    this.delay = delay;
  }

  /** The cluster. */
  public Cluster cluster() {
    return cluster;
  }

  /** Time. */
  public Timers timers() {
    return timers;
  }

  /** Where everything runs. */
  public Executor executor() {
    return executor;
  }

  /** A new mirror; its watch opens with the session, in the order of the mirrors. */
  public <T extends HasMetadata> Mirror<T> mirror(ResourceKind<T> kind, Mirror.Listener<T> listener) {
    Mirror<T> mirror = new Mirror<>(executor, listener, this::synced, this::failed);
    unsynced++;
    toOpen.add(() -> watches.add(cluster.watch(kind, mirror)));
    return mirror;
  }

  /** A new queue. */
  public <K> WorkQueue<K> queue(WorkQueue.Reconciler<K> reconciler) {
    WorkQueue<K> queue = new WorkQueue<>(timers, executor, delay, reconciler);
    queue.hold();
    queues.add(queue);
    return queue;
  }

  /** Runs once when all first lists are there, before anything is looked at. */
  public void whenSynced(Runnable task) {
    whenSynced.add(task);
  }

  void open(Consumer<Throwable> failed) {
    onFailure = failed;
    toOpen.forEach(Runnable::run);
  }

  void close() {
    queues.forEach(WorkQueue::stop);
    watches.forEach(Watch::close);
  }

  private void synced() {
    if (--unsynced == 0) {
      whenSynced.forEach(Runnable::run);
      queues.forEach(WorkQueue::release);
    }
  }

  private void failed(Throwable cause) {
    if (onFailure != null) {
      onFailure.accept(cause);
    }
  }
}
