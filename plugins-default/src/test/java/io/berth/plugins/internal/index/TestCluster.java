package io.berth.plugins.internal.index;

import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotListener;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeCache;
import io.berth.testkit.FakeHandle;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The testkit's cache and handle, with nodes by name, and with objects that are put whether they are new or not. */
public final class TestCluster {
  private final FakeCache cache = new FakeCache();
  private final FakeHandle handle = new FakeHandle(cache);

  /** Sets the gates that {@link #handle()} shows. */
  public TestCluster gates(FeatureGates gates) {
    handle.featureGates(gates);
    return this;
  }

  /** Adds a node or replaces its object. */
  public TestCluster put(Node node) {
    cache.put(node);
    return this;
  }

  /** Removes a node with its pods. */
  public TestCluster removeNode(String name) {
    cache.removeNode(name);
    return this;
  }

  /** Puts a pod on its node, if it is there. */
  public TestCluster put(PodInfo pod) {
    if (cache.list().stream().anyMatch(node -> node.name().equals(pod.nodeName()))) {
      cache.put(pod);
    }
    return this;
  }

  /** Takes a pod off its node. */
  public TestCluster remove(PodInfo pod) {
    cache.remove(pod);
    return this;
  }

  /** The nodes as they are now, by name. */
  public List<NodeInfo> nodes() {
    return cache.list().stream().sorted(Comparator.comparing(NodeInfo::name)).toList();
  }

  /** An object is there, new or in place of the one of its name. */
  public <T extends HasMetadata> TestCluster put(ResourceKind<T> kind, T object) {
    T before = find(kind, object.getMetadata().getNamespace(), object.getMetadata().getName());
    if (before == null) {
      handle.objects(kind).add(object);
    } else {
      handle.objects(kind).update(object);
    }
    return this;
  }

  /** An object is gone, if it was there. */
  public <T extends HasMetadata> void remove(ResourceKind<T> kind, String namespace, String name) {
    T object = find(kind, namespace, name);
    if (object != null) {
      handle.objects(kind).delete(object);
    }
  }

  private <T extends HasMetadata> @Nullable T find(ResourceKind<T> kind, @Nullable String namespace, String name) {
    return handle.objects(kind).get(namespace == null ? "" : namespace, name);
  }

  /** Tells the listener of everything, and of all changes from now on. */
  public void listen(SnapshotListener listener) {
    cache.listen(listener);
  }

  /** Makes a snapshot of what there is now and tells the difference. */
  public Snapshot snapshot() {
    return cache.snapshot();
  }

  /** A handle that shows this cluster. */
  public Handle handle() {
    return handle;
  }
}
