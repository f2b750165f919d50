package io.berth.scheduler.internal.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order of nodes: one node of each zone in turn, zones in the order in which they first had a node, nodes of a zone in the order
 * of their arrival.
 *
 * <p>Source: pkg/scheduler/backend/cache/node_tree.go, v1.37.2.
 */
final class NodeTree {
  private final Map<String, Set<NodeEntry>> zones = new LinkedHashMap<>();
  private int size;

  /** Adds the node unless it is there. */
  void add(NodeEntry node, String zone) {
    if (zones.computeIfAbsent(zone, z -> new LinkedHashSet<>()).add(node)) {
      size++;
    }
  }

  /** Takes the node out of its zone; a zone without nodes loses its place in the order. */
  void remove(NodeEntry node, String zone) {
    Set<NodeEntry> nodes = zones.get(zone);
    if (nodes != null && nodes.remove(node)) {
      size--;
      if (nodes.isEmpty()) {
        zones.remove(zone);
      }
    }
  }

  int size() {
    return size;
  }

  /** All nodes in order. */
  NodeEntry[] list() {
    NodeEntry[] result = new NodeEntry[size];
    List<NodeEntry[]> byZone = new ArrayList<>(zones.size());
    zones.values().forEach(nodes -> byZone.add(nodes.toArray(NodeEntry[]::new)));
    int filled = 0;
    for (int round = 0; filled < size; round++) {
      for (NodeEntry[] nodes : byZone) {
        if (round < nodes.length) {
          result[filled++] = nodes[round];
        }
      }
    }
    return result;
  }
}
