package io.berth.testkit;

import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotDelta.NodeChange;
import io.berth.framework.SnapshotListener;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and the pods on them, as the engine's cache would show them: {@link #snapshot()} makes a snapshot and tells listeners what has
 * changed since the last one. Nodes keep the order in which they came. Not thread-safe.
 */
public final class FakeCache {
  private final Map<String, NodeInfo> nodes = new LinkedHashMap<>();
  private final Map<String, NodeInfo> told = new LinkedHashMap<>();
  private final List<SnapshotListener> listeners = new ArrayList<>();
  private View view = new View(List.of(), 0);

  private record View(List<NodeInfo> nodes, long version) implements Snapshot {
    @Override
    public @Nullable NodeInfo node(String name) {
      return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElse(null);
    }

    @Override
    public int imageNodes(String image) {
      return (int) nodes.stream().filter(node -> node.hasImage(image)).count();
    }

    @Override
    public int podCount() {
      return nodes.stream().mapToInt(node -> node.pods().size()).sum();
    }
  }

  /** Adds nodes, or replaces their objects. */
  public FakeCache nodes(NodeFixture... fixtures) {
    for (NodeFixture fixture : fixtures) {
      put(fixture.obj());
    }
    return this;
  }

  /** Puts pods on the nodes that they name. */
  public FakeCache pods(PodFixture... fixtures) {
    for (PodFixture fixture : fixtures) {
      put(fixture.info());
    }
    return this;
  }

  /** Adds a node, or replaces its object. */
  public FakeCache put(Node node) {
    nodes.merge(node.getMetadata().getName(), NodeInfo.of(node), (before, same) -> before.withNode(node));
    return this;
  }

  /** Puts a pod on its node, or replaces it there. */
  public FakeCache put(PodInfo pod) {
    NodeInfo node = nodes.get(pod.nodeName());
    if (node == null) {
      throw new IllegalArgumentException(pod.key() + " is on node \"" + pod.nodeName() + "\", which is not one of " + nodes.keySet());
    }
    nodes.put(node.name(), (node.pod(pod.uid()) == null ? node : node.withoutPod(pod.uid())).withPod(pod));
    return this;
  }

  /** Takes a pod off its node. */
  public FakeCache remove(PodInfo pod) {
    nodes.computeIfPresent(pod.nodeName(), (name, node) -> node.withoutPod(pod.uid()));
    return this;
  }

  /** Removes a node with its pods. */
  public FakeCache removeNode(String name) {
    nodes.remove(name);
    return this;
  }

  /** The nodes as they are now. */
  public List<NodeInfo> list() {
    return List.copyOf(nodes.values());
  }

  /** The node as it is now. */
  public NodeInfo node(String name) {
    NodeInfo node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node " + name + " among " + nodes.keySet());
    }
    return node;
  }

  /** Tells the listener of everything, and of each change from the next snapshot on. */
  public void listen(SnapshotListener listener) {
    listeners.add(listener);
    listener.changed(
        new SnapshotDelta(
            view, view.nodes.stream().map(node -> new NodeChange(null, node, List.of(), node.pods())).toList()));
  }

  /** Makes a snapshot of what there is now and tells the difference; the same snapshot when nothing has changed. */
  public Snapshot snapshot() {
    List<NodeChange> changes = changes();
    if (!changes.isEmpty()) {
      told.clear();
      told.putAll(nodes);
      view = new View(list(), view.version + 1);
      SnapshotDelta delta = new SnapshotDelta(view, changes);
      listeners.forEach(listener -> listener.changed(delta));
    }
    return view;
  }

  /** The snapshot that was made last. */
  public Snapshot lastSnapshot() {
    return view;
  }

  private List<NodeChange> changes() {
    List<NodeChange> changes = new ArrayList<>();
    for (NodeInfo before : told.values()) {
      NodeInfo after = nodes.get(before.name());
      if (after == null) {
        changes.add(new NodeChange(before, null, before.pods(), List.of()));
      } else if (after != before) {
        changes.add(new NodeChange(before, after, minus(before, after), minus(after, before)));
      }
    }
    for (NodeInfo after : nodes.values()) {
      if (!told.containsKey(after.name())) {
        changes.add(new NodeChange(null, after, List.of(), after.pods()));
      }
    }
    return changes;
  }

  private static List<PodInfo> minus(NodeInfo node, NodeInfo other) {
    return node.pods().stream().filter(pod -> !other.pods().contains(pod)).toList();
  }
}
