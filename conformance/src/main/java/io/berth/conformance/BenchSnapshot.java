package io.berth.conformance;

import io.berth.framework.Snapshot;
import io.berth.framework.model.NodeInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A snapshot made by hand: nodes zone by zone in turn, zones in the order in which they were first seen. */
final class BenchSnapshot implements Snapshot {

  private final Map<String, NodeInfo> byName = new LinkedHashMap<>();
  private final List<NodeInfo> nodes;
  private final long version;

  BenchSnapshot(Collection<NodeInfo> nodes, long version) {
    this.version = version;
    var zones = new LinkedHashMap<String, Deque<NodeInfo>>();
    for (NodeInfo node : nodes) {
      byName.put(node.name(), node);
      zones.computeIfAbsent(node.zone(), z -> new ArrayDeque<>()).add(node);
    }
    var ordered = new ArrayList<NodeInfo>();
    while (ordered.size() < byName.size()) {
      for (Deque<NodeInfo> zone : zones.values()) {
        NodeInfo node = zone.poll();
        if (node != null) {
          ordered.add(node);
        }
      }
    }
    this.nodes = List.copyOf(ordered);
  }

  @Override
  public List<NodeInfo> nodes() {
    return nodes;
  }

  @Override
  public @Nullable NodeInfo node(String name) {
    return byName.get(name);
  }

  @Override
  public int imageNodes(String image) {
    return (int) nodes.stream().filter(node -> node.hasImage(image)).count();
  }

  @Override
  public int podCount() {
    return nodes.stream().mapToInt(node -> node.pods().size()).sum();
  }

  @Override
  public long version() {
    return version;
  }
}
