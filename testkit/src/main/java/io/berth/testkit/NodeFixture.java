package io.berth.testkit;

import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a node. Not thread-safe; may be built from several times.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (NodeWrapper), v1.37.2.
 */
public final class NodeFixture {
  private final Node node = new Node();
  private final ObjectMeta meta = new ObjectMeta();
  private final NodeSpec spec = new NodeSpec();
  private final NodeStatus status = new NodeStatus();

  NodeFixture(String name) {
    node.setMetadata(meta);
    node.setSpec(spec);
    node.setStatus(status);
    meta.setName(name);
    meta.setUid(name);
    capacity();
  }

  /** Sets the UID; it is the name until then. */
  public NodeFixture uid(String uid) {
    meta.setUid(uid);
    return this;
  }

  /** Takes the UID away, as in a manifest that never met an API server. */
  public NodeFixture withoutUid() {
    meta.setUid(null);
    return this;
  }

  /** Sets a label. */
  public NodeFixture label(String key, String value) {
    meta.getLabels().put(key, value);
    return this;
  }

  /** Sets the label of the zone. */
  public NodeFixture zone(String zone) {
    return label("topology.kubernetes.io/zone", zone);
  }

  /** Sets the label of the region. */
  public NodeFixture region(String region) {
    return label("topology.kubernetes.io/region", region);
  }

  /** Sets the host name's label to the node's name, as every kubelet does. */
  public NodeFixture hostname() {
    return label("kubernetes.io/hostname", meta.getName());
  }

  /** Sets an annotation. */
  public NodeFixture annotation(String key, String value) {
    meta.getAnnotations().put(key, value);
    return this;
  }

  /**
   * Replaces capacity and allocatable resources: {@code "cpu", "4", "memory", "8Gi"}. There is room for 32 pods unless {@code pods} is
   * given.
   */
  public NodeFixture capacity(String... namesAndQuantities) {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("pods", new Quantity("32"));
    amounts.putAll(Amounts.of(namesAndQuantities));
    status.setCapacity(new LinkedHashMap<>(amounts));
    status.setAllocatable(amounts);
    return this;
  }

  /** Replaces the allocatable resources and leaves the capacity. */
  public NodeFixture allocatable(String... namesAndQuantities) {
    status.setAllocatable(Amounts.of(namesAndQuantities));
    return this;
  }

  /** Sets capacity and allocatable of one resource. */
  public NodeFixture resource(String name, String quantity) {
    status.getCapacity().put(name, new Quantity(quantity));
    status.getAllocatable().put(name, new Quantity(quantity));
    return this;
  }

  /** Sets the CPU. */
  public NodeFixture cpu(String quantity) {
    return resource("cpu", quantity);
  }

  /** Sets the memory. */
  public NodeFixture memory(String quantity) {
    return resource("memory", quantity);
  }

  /** Sets how many pods there is room for. */
  public NodeFixture pods(int count) {
    return resource("pods", Integer.toString(count));
  }

  /** Adds an image. */
  public NodeFixture image(String name, long bytes) {
    status.getImages().add(new ContainerImage(List.of(name), bytes));
    return this;
  }

  /** Adds a taint. */
  public NodeFixture taint(String key, String value, String effect) {
    spec.getTaints().add(new Taint(effect, key, null, value));
    return this;
  }

  /** Replaces the taints. */
  public NodeFixture taints(Taint... taints) {
    spec.setTaints(new ArrayList<>(List.of(taints)));
    return this;
  }

  /** Says whether the node is cordoned. */
  public NodeFixture unschedulable(boolean unschedulable) {
    spec.setUnschedulable(unschedulable);
    return this;
  }

  /** Replaces the features that the node declares. */
  public NodeFixture declaredFeatures(String... features) {
    status.setDeclaredFeatures(List.of(features));
    return this;
  }

  /** Adds a condition. */
  public NodeFixture condition(String type, String status, String message, String reason) {
    NodeCondition condition = new NodeCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setMessage(message);
    condition.setReason(reason);
    this.status.getConditions().add(condition);
    return this;
  }

  /** The node, a new object each time. */
  public Node obj() {
    return new NodeBuilder(node).build();
  }

  /** The node as plugins see it, without pods. */
  public NodeInfo info() {
    return NodeInfo.of(obj());
  }
}
