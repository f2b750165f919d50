package io.berth.testkit;

import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a node. Not thread-safe; may be built from several times.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (NodeWrapper), v1.37.2.
 */
public final class NodeFixture {
  private final NodeBuilder node = new NodeBuilder();

  NodeFixture(String name) {
    node.withNewMetadata().withName(name).withUid(name).endMetadata().withNewSpec().endSpec().withNewStatus().endStatus();
    capacity();
  }

  /** Sets the UID; it is the name until then. */
  public NodeFixture uid(String uid) {
    node.editMetadata().withUid(uid).endMetadata();
    return this;
  }

  /** Takes the UID away, as in a manifest that never met an API server. */
  public NodeFixture withoutUid() {
    node.editMetadata().withUid(null).endMetadata();
    return this;
  }

  /** Sets a label. */
  public NodeFixture label(String key, String value) {
    node.editMetadata().addToLabels(key, value).endMetadata();
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
    return label("kubernetes.io/hostname", node.buildMetadata().getName());
  }

  /** Sets an annotation. */
  public NodeFixture annotation(String key, String value) {
    node.editMetadata().addToAnnotations(key, value).endMetadata();
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
    node.editStatus().withCapacity(amounts).withAllocatable(amounts).endStatus();
    return this;
  }

  /** Replaces the allocatable resources and leaves the capacity. */
  public NodeFixture allocatable(String... namesAndQuantities) {
    node.editStatus().withAllocatable(Amounts.of(namesAndQuantities)).endStatus();
    return this;
  }

  /** Sets capacity and allocatable of one resource. */
  public NodeFixture resource(String name, String quantity) {
    Quantity amount = new Quantity(quantity);
    node.editStatus().addToCapacity(name, amount).addToAllocatable(name, amount).endStatus();
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
    node.editStatus().addNewImage().withNames(name).withSizeBytes(bytes).endImage().endStatus();
    return this;
  }

  /** Adds a taint. */
  public NodeFixture taint(String key, String value, String effect) {
    node.editSpec().addNewTaint().withKey(key).withValue(value).withEffect(effect).endTaint().endSpec();
    return this;
  }

  /** Replaces the taints. */
  public NodeFixture taints(Taint... taints) {
    node.editSpec().withTaints(List.of(taints)).endSpec();
    return this;
  }

  /** Says whether the node is cordoned. */
  public NodeFixture unschedulable(boolean unschedulable) {
    node.editSpec().withUnschedulable(unschedulable).endSpec();
    return this;
  }

  /** Replaces the features that the node declares. */
  public NodeFixture declaredFeatures(String... features) {
    node.editStatus().withDeclaredFeatures(List.of(features)).endStatus();
    return this;
  }

  /** Adds a condition. */
  public NodeFixture condition(String type, String status, String message, String reason) {
    node.editStatus()
        .addNewCondition()
        .withType(type)
        .withStatus(status)
        .withMessage(message)
        .withReason(reason)
        .endCondition()
        .endStatus();
    return this;
  }

  /** The node, a new object each time. */
  public Node obj() {
    return node.build();
  }

  /** The node as plugins see it, without pods. */
  public NodeInfo info() {
    return NodeInfo.of(obj());
  }
}
