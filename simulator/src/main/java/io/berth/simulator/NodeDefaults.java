package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What nodes and namespaces get that never met a kubelet or an API server. Pure.
 *
 * <p>Source: pkg/apis/core/v1/defaults.go (SetDefaults_NodeStatus, SetDefaults_Namespace), v1.37.2; the host name's label and the number
 * of pods are the kubelet's.
 */
final class NodeDefaults {
  private static final String KUBELET_MAX_PODS = "110";

  private NodeDefaults() {}

  static Node apply(Node original) {
    Node node = Beans.shallow(original);
    node.setMetadata(withLabel(original.getMetadata(), "kubernetes.io/hostname", original.getMetadata().getName(), false));
    if (node.getSpec() == null) {
      node.setSpec(new NodeSpec());
    }
    NodeStatus status = original.getStatus() == null ? new NodeStatus() : Beans.shallow(original.getStatus());
    Map<String, Quantity> capacity = status.getCapacity();
    Map<String, Quantity> allocatable = status.getAllocatable();
    if (isEmpty(allocatable)) {
      allocatable = capacity;
    } else if (isEmpty(capacity)) {
      capacity = allocatable;
    }
    status.setCapacity(withPods(capacity));
    status.setAllocatable(withPods(allocatable));
    node.setStatus(status);
    return node;
  }

  static Namespace apply(Namespace original) {
    Namespace namespace = Beans.shallow(original);
    ObjectMeta meta = original.getMetadata();
    if (!ObjectApi.isEmpty(meta.getName())) {
      namespace.setMetadata(withLabel(meta, "kubernetes.io/metadata.name", meta.getName(), true));
    }
    return namespace;
  }

  private static Map<String, Quantity> withPods(@Nullable Map<String, Quantity> amounts) {
    Map<String, Quantity> all = new LinkedHashMap<>(amounts == null ? Map.of() : amounts);
    all.putIfAbsent("pods", new Quantity(KUBELET_MAX_PODS));
    return Collections.unmodifiableMap(all);
  }

  private static ObjectMeta withLabel(ObjectMeta original, String key, String value, boolean overwrite) {
    ObjectMeta meta = Beans.shallow(original);
    Map<String, String> labels = new LinkedHashMap<>(original.getLabels() == null ? Map.of() : original.getLabels());
    if (overwrite) {
      labels.put(key, value);
    } else {
      labels.putIfAbsent(key, value);
    }
    meta.setLabels(Collections.unmodifiableMap(labels));
    return meta;
  }

  private static boolean isEmpty(@Nullable Map<String, Quantity> amounts) {
    return amounts == null || amounts.isEmpty();
  }
}
