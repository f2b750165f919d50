package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.internal.PersistentMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pools with slices for one node by name, in one version of them; and what the node sees of all pools, remembered while
 * its labels and the shared pools stay the same. Thread-safe: two threads may derive the same.
 */
final class KnownPools {

  private record Known(SharedReach shared, NodeKey node, NodePools pools) {}

  private final List<PoolId> own;
  private volatile @Nullable Known known;

  KnownPools(List<PoolId> own) {
    this.own = own;
  }

  /** Another version with the pool. */
  KnownPools with(PoolId id) {
    if (own.size() == 1 && own.get(0).equals(id)) {
      return new KnownPools(own);
    }
    Set<PoolId> ids = new HashSet<>(own);
    ids.add(id);
    return new KnownPools(SharedReach.sorted(ids));
  }

  /** Another version without the pool; {@code null} if none is left. */
  @Nullable KnownPools without(PoolId id) {
    List<PoolId> rest = own.stream().filter(other -> !other.equals(id)).toList();
    return rest.isEmpty() ? null : new KnownPools(rest);
  }

  NodePools pools(SharedReach shared, String name, Map<String, String> labels, PersistentMap<PoolId, PublishedPool> all) {
    Known last = known;
    if (last != null && last.shared == shared && last.node.is(name, labels)) {
      if (last.node.labels() != labels) {
        known = new Known(shared, new NodeKey(name, labels), last.pools);
      }
      return last.pools;
    }
    NodeKey node = new NodeKey(name, labels);
    NodePools derived = derive(shared, node, all);
    known = new Known(shared, node, derived);
    return derived;
  }

  private NodePools derive(SharedReach shared, NodeKey node, PersistentMap<PoolId, PublishedPool> all) {
    String error = shared.error(node);
    if (error != null) {
      return new NodePools(List.of(), error);
    }
    List<PoolId> ids = own;
    if (!shared.isEmpty()) {
      Set<PoolId> found = new HashSet<>(own);
      shared.collect(node, found);
      ids = SharedReach.sorted(found);
    }
    List<PoolView> views = new ArrayList<>(ids.size());
    List<PoolView> last = new ArrayList<>(0);
    for (PoolId id : ids) {
      PublishedPool pool = all.get(id);
      PoolView view = pool == null ? null : pool.viewFor(node);
      if (view != null) {
        (view.hasBindingConditions() ? last : views).add(view);
      }
    }
    views.addAll(last);
    return new NodePools(views, null);
  }
}
