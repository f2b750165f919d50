package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A device driver from one start to the next stop: what it is to publish, and what it has. Lives on its executor. */
final class DriverSession {
  private final Session session;
  private final DeviceDriverOptions options;
  private final Map<String, DevicePool> published;
  private final WorkQueue<String> queue;
  private final Mirror<Node> nodes;
  private final Map<String, DevicePool> byNode = new HashMap<>();
  private final Map<String, TreeMap<ObjectKey, ResourceSlice>> byPool = new HashMap<>();
  private final SliceWriter writer;

  /**
   * A session that begins.
   *
   * @param published pools by name; outlives the session
   */
  DriverSession(Session session, DeviceDriverOptions options, Map<String, DevicePool> published) {
    this.session = session;
    this.options = options;
    this.published = published;
    this.queue = session.queue(this::reconcile);
    this.nodes = session.mirror(ResourceKind.NODES, this::nodeChanged);
    session.mirror(ResourceKind.RESOURCE_SLICES, (key, before, after) -> sliceChanged(before, after));
    this.writer = new SliceWriter(session, options.driver(), this::written);
    new DriverBindings(session, options.driver()::equals, options.bindings());
    List.copyOf(published.keySet()).forEach(queue::add);
  }

  /** The pool is to be looked at. */
  void look(String pool) {
    queue.add(pool);
  }

  private void nodeChanged(ObjectKey key, @Nullable Node before, @Nullable Node after) {
    DevicePool had = byNode.remove(key.name());
    DevicePool has = after == null ? null : options.pools().apply(after).orElse(null);
    if (has != null) {
      byNode.put(key.name(), has);
    }
    if (had != null) {
      queue.add(had.name());
    }
    if (has != null && !has.equals(had)) {
      queue.add(has.name());
    }
    if (before == null || after == null || !before.getMetadata().getUid().equals(after.getMetadata().getUid())) {
      List.copyOf(published.values()).stream()
          .filter(pool -> key.name().equals(pool.node()))
          .forEach(pool -> queue.add(pool.name()));
    }
  }

  private void sliceChanged(@Nullable ResourceSlice before, @Nullable ResourceSlice after) {
    if (before != null && isOurs(before)) {
      forget(before);
      queue.add(pool(before));
    }
    if (after != null && isOurs(after)) {
      written(after);
      queue.add(pool(after));
    }
  }

  private boolean isOurs(ResourceSlice slice) {
    return options.driver().equals(slice.getSpec().getDriver());
  }

  private void written(ResourceSlice slice) {
    byPool.computeIfAbsent(pool(slice), name -> new TreeMap<>()).put(ObjectKey.of(slice), slice);
  }

  private void forget(ResourceSlice slice) {
    TreeMap<ObjectKey, ResourceSlice> siblings = byPool.get(pool(slice));
    if (siblings != null && siblings.remove(ObjectKey.of(slice)) != null && siblings.isEmpty()) {
      byPool.remove(pool(slice));
    }
  }

  private static String pool(ResourceSlice slice) {
    return slice.getSpec().getPool().getName();
  }

  private Next reconcile(String name) {
    List<ResourceSlice> there = new ArrayList<>(byPool.getOrDefault(name, new TreeMap<>()).values());
    DevicePool pool = published.get(name);
    if (pool == null) {
      pool = byNode.values().stream().filter(candidate -> name.equals(candidate.name())).findFirst().orElse(null);
    }
    Node owner = pool == null || pool.node() == null ? null : nodes.get(new ObjectKey("", pool.node()));
    boolean lacksNode = pool != null && pool.node() != null && owner == null;
    return writer.write(lacksNode ? null : pool, owner, there);
  }
}
