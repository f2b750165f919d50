package io.berth.scheduler.internal.cache;

import java.util.HashMap;
import java.util.Map;

/** Where each node stands in the snapshots of one generation of the node tree. Immutable. */
final class NodeOrder {
  static final NodeOrder EMPTY = new NodeOrder(new NodeEntry[0]);

  private final Map<String, Integer> positions;

  NodeOrder(NodeEntry[] nodes) {
    positions = new HashMap<>(nodes.length * 2);
    for (int i = 0; i < nodes.length; i++) {
      positions.put(nodes[i].name, i);
    }
  }

  /** The position, or -1. */
  int of(String name) {
    Integer position = positions.get(name);
    return position == null ? -1 : position;
  }
}
