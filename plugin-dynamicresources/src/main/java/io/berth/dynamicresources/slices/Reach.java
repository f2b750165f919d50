package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.internal.PersistentMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which pools a node has to look at. Immutable. */
final class Reach {

  static final Reach EMPTY = new Reach(PersistentMap.empty(), SharedReach.EMPTY);

  private final PersistentMap<String, KnownPools> byNode;
  private final SharedReach shared;

  private Reach(PersistentMap<String, KnownPools> byNode, SharedReach shared) {
    this.byNode = byNode;
    this.shared = shared;
  }

  /** After a pool has come, changed or gone. */
  Reach replaced(@Nullable PublishedPool old, @Nullable PublishedPool changed) {
    PersistentMap<String, KnownPools> nodes = byNode;
    SharedReach others = shared;
    PoolReach before = old == null ? null : old.reach();
    PoolReach after = changed == null ? null : changed.reach();
    if (old != null && before != null) {
      for (String name : before.own()) {
        KnownPools here = nodes.get(name);
        KnownPools rest = here == null ? null : here.without(old.id());
        nodes = rest == null ? nodes.without(name) : nodes.with(name, rest);
      }
      if (before.isShared()) {
        others = others.without(old.id(), before);
      }
    }
    if (changed != null && after != null) {
      for (String name : after.own()) {
        KnownPools here = nodes.get(name);
        nodes = nodes.with(name, here == null ? new KnownPools(List.of(changed.id())) : here.with(changed.id()));
      }
      if (after.isShared()) {
        others = others.with(changed.id(), after);
      }
    }
    return new Reach(nodes, others);
  }

  NodePools poolsFor(String name, Map<String, String> labels, PersistentMap<PoolId, PublishedPool> pools) {
    KnownPools here = byNode.get(name);
    if (here == null) {
      if (shared.isEmpty()) {
        return NodePools.NONE;
      }
      here = shared.known(name);
    }
    return here.pools(shared, name, labels, pools);
  }
}
