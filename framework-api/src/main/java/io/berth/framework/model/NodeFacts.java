package io.berth.framework.model;

import io.berth.framework.resource.Resources;
import io.berth.framework.selector.NodeTaint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a node object says, read once and shared by all the values of the node that follow. */
record NodeFacts(
    @Nullable Node node,
    String name,
    Map<String, String> labels,
    List<NodeTaint> taints,
    boolean unschedulable,
    Resources allocatable,
    NodeImages images,
    Set<String> declaredFeatures,
    String zone) {

  static NodeFacts of(Node node) {
    ObjectMeta meta = node.getMetadata() == null ? new ObjectMeta() : node.getMetadata();
    NodeSpec spec = node.getSpec() == null ? new NodeSpec() : node.getSpec();
    NodeStatus status = node.getStatus() == null ? new NodeStatus() : node.getStatus();
    Labels labels = Labels.of(meta.getLabels());
    return new NodeFacts(
        node,
        meta.getName() == null ? "" : meta.getName(),
        labels,
        NodeTaint.listOf(spec.getTaints()),
        Boolean.TRUE.equals(spec.getUnschedulable()),
        Resources.of(status.getAllocatable()),
        NodeImages.of(status.getImages()),
        features(status.getDeclaredFeatures()),
        zoneKey(labels));
  }

  static NodeFacts missing(String name) {
    return new NodeFacts(
        null, name, Labels.EMPTY, List.of(), false, Resources.EMPTY, NodeImages.NONE, Set.of(), "");
  }

  private static Set<String> features(@Nullable List<String> declared) {
    return declared == null || declared.isEmpty() ? Set.of() : Collections.unmodifiableSet(new TreeSet<>(declared));
  }

  /** Source: component-helpers/node/topology/helpers.go GetZoneKey, v0.37.2. */
  private static String zoneKey(Map<String, String> labels) {
    String zone = either(labels, "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone");
    String region = either(labels, "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region");
    return zone.isEmpty() && region.isEmpty() ? "" : region + ":\0:" + zone;
  }

  private static String either(Map<String, String> labels, String first, String second) {
    String value = labels.containsKey(first) ? labels.get(first) : labels.get(second);
    return value == null ? "" : value;
  }
}
