package io.berth.plugins.internal.index;

import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotDelta.NodeChange;
import io.berth.framework.SnapshotListener;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Nodes, pods on them, and other objects; tells listeners what changed from one snapshot to the next. */
public final class TestCluster {
  private final Map<String, NodeInfo> nodes = new TreeMap<>();
  private final Map<String, NodeInfo> told = new LinkedHashMap<>();
  private final Map<ResourceKind<?>, TestInformer<?>> informers = new HashMap<>();
  private final List<SnapshotListener> listeners = new ArrayList<>();
  private FeatureGates gates = FeatureGates.defaults();
  private View view = new View(List.of(), 0);

  private record View(List<NodeInfo> nodes, long version) implements Snapshot {
    @Override
    public @Nullable NodeInfo node(String name) {
      return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElse(null);
    }

    @Override
    public int imageNodes(String image) {
      return 0;
    }

    @Override
    public int podCount() {
      return nodes.stream().mapToInt(node -> node.pods().size()).sum();
    }
  }

  /** Sets the gates that {@link #handle()} shows. */
  public TestCluster gates(FeatureGates gates) {
    this.gates = gates;
    return this;
  }

  /** Adds a node or replaces its object. */
  public TestCluster put(Node node) {
    nodes.merge(node.getMetadata().getName(), NodeInfo.of(node), (before, same) -> before.withNode(node));
    return this;
  }

  /** Removes a node with its pods. */
  public TestCluster removeNode(String name) {
    nodes.remove(name);
    return this;
  }

  /** Puts a pod on its node. */
  public TestCluster put(PodInfo pod) {
    nodes.computeIfPresent(pod.nodeName(), (name, node) -> node.withPod(pod));
    return this;
  }

  /** Takes a pod off its node. */
  public TestCluster remove(PodInfo pod) {
    nodes.computeIfPresent(pod.nodeName(), (name, node) -> node.withoutPod(pod.uid()));
    return this;
  }

  /** The nodes as they are now. */
  public List<NodeInfo> nodes() {
    return List.copyOf(nodes.values());
  }

  /** The informer of a kind. */
  @SuppressWarnings("unchecked")
  public <T extends HasMetadata> TestInformer<T> objects(ResourceKind<T> kind) {
    return (TestInformer<T>) informers.computeIfAbsent(kind, any -> new TestInformer<T>());
  }

  /** Tells the listener of everything, and of all changes from now on. */
  public void listen(SnapshotListener listener) {
    listeners.add(listener);
    listener.changed(
        new SnapshotDelta(
            view, view.nodes.stream().map(node -> new NodeChange(null, node, List.of(), node.pods())).toList()));
  }

  /** Makes a snapshot of what there is now and tells the difference. */
  public Snapshot snapshot() {
    List<NodeChange> changes = new ArrayList<>();
    for (NodeInfo before : List.copyOf(told.values())) {
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
    if (!changes.isEmpty()) {
      told.clear();
      told.putAll(nodes);
      view = new View(nodes(), view.version + 1);
      SnapshotDelta delta = new SnapshotDelta(view, changes);
      listeners.forEach(listener -> listener.changed(delta));
    }
    return view;
  }

  private static List<PodInfo> minus(NodeInfo node, NodeInfo other) {
    return node.pods().stream().filter(pod -> !other.pods().contains(pod)).toList();
  }

  /** A handle that shows this cluster. */
  public Handle handle() {
    return (Handle)
        Proxy.newProxyInstance(
            Handle.class.getClassLoader(),
            new Class<?>[] {Handle.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "snapshot" -> view;
                  case "featureGates" -> gates;
                  case "lister", "informer" -> objects((ResourceKind<?>) args[0]);
                  case "toString" -> "handle of a test";
                  default -> throw new AssertionError(method + " is not for these tests");
                });
  }
}
