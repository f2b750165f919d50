package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.framework.selector.NodeSelectorMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** By what nodes find the pools that are not for one node. Immutable, but for what it remembers of nodes. */
final class SharedReach {

  static final SharedReach EMPTY =
      new SharedReach(PersistentMap.empty(), PersistentMap.empty(), PersistentMap.empty(), PersistentMap.empty());

  /** Nodes come and go: with more than so many it begins anew. */
  static final int MOST_KNOWN = 50_000;

  private final PersistentMap<PoolId, PoolId> everywhere;
  private final PersistentMap<String, PersistentMap<PoolId, PoolId>> named;
  private final PersistentMap<NodeSelectorMatcher, PersistentMap<PoolId, PoolId>> selectors;
  private final PersistentMap<PoolId, List<Slice>> faulty;
  /** For nodes that no slice is for by name. */
  private final ConcurrentHashMap<String, KnownPools> known = new ConcurrentHashMap<>();

  private SharedReach(
      PersistentMap<PoolId, PoolId> everywhere,
      PersistentMap<String, PersistentMap<PoolId, PoolId>> named,
      PersistentMap<NodeSelectorMatcher, PersistentMap<PoolId, PoolId>> selectors,
      PersistentMap<PoolId, List<Slice>> faulty) {
    this.everywhere = everywhere;
    this.named = named;
    this.selectors = selectors;
    this.faulty = faulty;
  }

  SharedReach with(PoolId id, PoolReach reach) {
    PersistentMap<String, PersistentMap<PoolId, PoolId>> names = named;
    for (String name : reach.named()) {
      names = with(names, name, id);
    }
    PersistentMap<NodeSelectorMatcher, PersistentMap<PoolId, PoolId>> matchers = selectors;
    for (NodeSelectorMatcher matcher : reach.selectors()) {
      matchers = with(matchers, matcher, id);
    }
    return new SharedReach(reach.everywhere() ? everywhere.with(id, id) : everywhere, names, matchers,
        reach.faulty().isEmpty() ? faulty : faulty.with(id, reach.faulty()));
  }

  SharedReach without(PoolId id, PoolReach reach) {
    PersistentMap<String, PersistentMap<PoolId, PoolId>> names = named;
    for (String name : reach.named()) {
      names = without(names, name, id);
    }
    PersistentMap<NodeSelectorMatcher, PersistentMap<PoolId, PoolId>> matchers = selectors;
    for (NodeSelectorMatcher matcher : reach.selectors()) {
      matchers = without(matchers, matcher, id);
    }
    return new SharedReach(everywhere.without(id), names, matchers, faulty.without(id));
  }

  private static <K> PersistentMap<K, PersistentMap<PoolId, PoolId>> with(
      PersistentMap<K, PersistentMap<PoolId, PoolId>> map, K key, PoolId id) {
    PersistentMap<PoolId, PoolId> ids = map.get(key);
    return map.with(key, (ids == null ? PersistentMap.<PoolId, PoolId>empty() : ids).with(id, id));
  }

  private static <K> PersistentMap<K, PersistentMap<PoolId, PoolId>> without(
      PersistentMap<K, PersistentMap<PoolId, PoolId>> map, K key, PoolId id) {
    PersistentMap<PoolId, PoolId> ids = map.get(key);
    PersistentMap<PoolId, PoolId> rest = ids == null ? null : ids.without(id);
    return rest == null ? map : rest.isEmpty() ? map.without(key) : map.with(key, rest);
  }

  /** Whether no node finds anything here. */
  boolean isEmpty() {
    return everywhere.isEmpty() && named.isEmpty() && selectors.isEmpty() && faulty.isEmpty();
  }

  /** Adds what the node finds. */
  void collect(NodeKey node, Set<PoolId> found) {
    everywhere.forEach((id, same) -> found.add(id));
    PersistentMap<PoolId, PoolId> here = named.get(node.name());
    if (here != null) {
      here.forEach((id, same) -> found.add(id));
    }
    selectors.forEach((selector, ids) -> {
      if (selector.matches(node.name(), node.labels())) {
        ids.forEach((id, same) -> found.add(id));
      }
    });
  }

  /** What keeps the pools of the node from being determined, as upstream words it; {@code null} if nothing does. */
  @Nullable String error(NodeKey node) {
    if (faulty.isEmpty()) {
      return null;
    }
    TreeMap<Long, Slice> inOrder = new TreeMap<>();
    faulty.forEach((id, slices) -> slices.forEach(slice -> inOrder.put(slice.sequence(), slice)));
    for (Slice slice : inOrder.values()) {
      String error = error(slice, node);
      if (error != null) {
        return error;
      }
    }
    return null;
  }

  private static @Nullable String error(Slice slice, NodeKey node) {
    if (slice.reach().parseError() != null) {
      return "failed to perform node selection for slice " + slice.name() + ": failed to parse node selector "
          + slice.reach().bean() + ": " + slice.reach().parseError();
    }
    for (Device device : slice.devices()) {
      if (device.reach().parseError() != null) {
        return "failed to perform node selection for device " + device.name() + " in slice " + slice.name()
            + ": failed to parse node selector " + device.reach().bean() + ": " + device.reach().parseError();
      }
      if (device.reach().matches(node)) {
        return null;
      }
    }
    return null;
  }

  /** What is remembered of a node that no slice is for by name. */
  KnownPools known(String nodeName) {
    if (known.size() >= MOST_KNOWN && !known.containsKey(nodeName)) {
      known.clear();
    }
    return known.computeIfAbsent(nodeName, name -> new KnownPools(List.of()));
  }

  /** How many nodes are remembered. */
  int knownNodes() {
    return known.size();
  }

  /** The ids in order. */
  static List<PoolId> sorted(Set<PoolId> ids) {
    List<PoolId> list = new ArrayList<>(ids);
    list.sort(Comparator.naturalOrder());
    return list;
  }
}
