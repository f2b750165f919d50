package io.berth.app.timeline;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.Resources;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node as it is for a while.
 *
 * @param allowedPods how many pods it takes
 * @param cordoned whether it takes no more
 * @param taints as {@code key=value:effect}
 * @param labels by name
 */
public record NodeState(Resources allocatable, long allowedPods, boolean cordoned, List<String> taints, Map<String, String> labels) {

  /** A node's state now. */
  public static NodeState of(NodeInfo node) {
    var taints = node.node().getSpec() == null || node.node().getSpec().getTaints() == null ? List.<String>of() : node.node().getSpec().getTaints().stream()
        .map(t -> t.getKey() + (t.getValue() == null || t.getValue().isEmpty() ? "" : "=" + t.getValue()) + ":" + t.getEffect())
        .toList();
    return new NodeState(node.allocatable(), node.allowedPodNumber(), node.unschedulable(), taints, new TreeMap<>(node.labels()));
  }
}
