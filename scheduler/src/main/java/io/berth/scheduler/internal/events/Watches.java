package io.berth.scheduler.internal.events;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** The open watches of a scheduler. */
public final class Watches {
  private final ClusterEvents cluster;
  private final Executor thread;
  private final Health health;
  private final Runnable onAllSynced;
  private final List<ClusterEvents.Watch> open = new ArrayList<>();
  private int toSync;
  private boolean opened;
  private boolean allSynced;

  /**
   * Opens nothing yet.
   *
   * @param thread the scheduler's own
   * @param onAllSynced run once on that thread, when every watch has delivered its first list
   */
  public Watches(ClusterEvents cluster, Executor thread, Health health, Runnable onAllSynced) {
    this.cluster = cluster;
    this.thread = thread;
    this.health = health;
    this.onAllSynced = onAllSynced;
  }

  /** Opens all watches; what pods depend on comes before them. */
  public void open(Stores stores, KindHandlers kinds, NodeHandler nodes, PodHandler pods) {
    for (ObjectStore<?> store : stores.all()) {
      if (!store.kind().equals(ResourceKind.PODS) && !store.kind().equals(ResourceKind.NODES)) {
        openKind(store, kinds);
      }
    }
    open(ResourceKind.NODES, (Feed.ObjectHandler<Node>) nodes);
    open(ResourceKind.PODS, (Feed.ObjectHandler<Pod>) pods);
    opened = true;
    check();
  }

  private <T extends HasMetadata> void openKind(ObjectStore<T> store, KindHandlers kinds) {
    open(store.kind(), kinds.of(store));
  }

  private <T extends HasMetadata> void open(ResourceKind<T> kind, Feed.ObjectHandler<T> handler) {
    toSync++;
    Feed<T> feed =
        new Feed<>(thread, handler, this::oneSynced, cause -> health.watchStopped(kind.toString(), cause));
    open.add(cluster.watch(kind, feed));
  }

  private void oneSynced() {
    toSync--;
    check();
  }

  private void check() {
    if (opened && toSync == 0 && !allSynced) {
      allSynced = true;
      onAllSynced.run();
    }
  }

  /** Whether every watch has delivered its first list. */
  public boolean allSynced() {
    return allSynced;
  }

  /** Closes all watches. */
  public void close() {
    open.forEach(ClusterEvents.Watch::close);
    open.clear();
  }
}
