package io.berth.scheduler.internal.events;

import io.berth.framework.FeatureGates;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodePodPreemptionPolicy;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which events the update of a node means.
 *
 * <p>Source: pkg/scheduler/framework/events.go (NodeSchedulingPropertiesChange), v1.37.2.
 */
public final class NodeChanges {
  private final boolean declaredFeatures;

  /** Looks at declared features when the gate is on. */
  public NodeChanges(FeatureGates gates) {
    declaredFeatures = gates.enabled(FeatureGates.NODE_DECLARED_FEATURES);
  }

  /** The events; none when nothing has changed that scheduling depends on. */
  public List<ClusterEvent<NodeInfo>> between(NodeInfo oldInfo, NodeInfo newInfo) {
    List<ClusterEvent<NodeInfo>> events = new ArrayList<>(2);
    Node oldNode = oldInfo.node();
    Node newNode = newInfo.node();
    if (oldInfo.unschedulable() && !newInfo.unschedulable()) {
      add(events, ActionType.UPDATE_NODE_TAINT);
    }
    if (!sameAmounts(allocatable(oldNode), allocatable(newNode))) {
      add(events, ActionType.UPDATE_NODE_ALLOCATABLE);
    }
    if (!oldInfo.labels().equals(newInfo.labels())) {
      add(events, ActionType.UPDATE_NODE_LABEL);
    }
    if (!sameList(taints(oldNode), taints(newNode))) {
      add(events, ActionType.UPDATE_NODE_TAINT);
    }
    if (!conditions(oldNode).equals(conditions(newNode))) {
      add(events, ActionType.UPDATE_NODE_CONDITION);
    }
    if (!annotations(oldNode).equals(annotations(newNode))) {
      add(events, ActionType.UPDATE_NODE_ANNOTATION);
    }
    if (!Objects.equals(preemptionPolicy(oldNode), preemptionPolicy(newNode))) {
      add(events, ActionType.UPDATE_NODE_PREEMPTION_POLICY);
    }
    if (declaredFeatures && !sameList(features(oldNode), features(newNode))) {
      add(events, ActionType.UPDATE_NODE_DECLARED_FEATURE);
    }
    return events;
  }

  private static void add(List<ClusterEvent<NodeInfo>> events, ActionType action) {
    events.add(ClusterEvent.of(EventResource.NODE, action));
  }

  private static Map<String, Quantity> allocatable(Node node) {
    Map<String, Quantity> amounts = node.getStatus() == null ? null : node.getStatus().getAllocatable();
    return amounts == null ? Map.of() : amounts;
  }

  private static boolean sameAmounts(Map<String, Quantity> a, Map<String, Quantity> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<String, Quantity> entry : a.entrySet()) {
      Quantity other = b.get(entry.getKey());
      if (other == null || ExactQuantity.of(entry.getValue()).compareTo(ExactQuantity.of(other)) != 0) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> conditions(Node node) {
    Map<String, String> statuses = new HashMap<>();
    if (node.getStatus() != null && node.getStatus().getConditions() != null) {
      for (NodeCondition condition : node.getStatus().getConditions()) {
        statuses.put(condition.getType(), Objects.requireNonNullElse(condition.getStatus(), ""));
      }
    }
    return statuses;
  }

  private static Map<String, String> annotations(Node node) {
    Map<String, String> annotations = node.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  private static @Nullable NodePodPreemptionPolicy preemptionPolicy(Node node) {
    return node.getSpec() == null ? null : node.getSpec().getPodPreemptionPolicy();
  }

  private static @Nullable List<?> taints(Node node) {
    return node.getSpec() == null ? null : node.getSpec().getTaints();
  }

  private static @Nullable List<String> features(Node node) {
    return node.getStatus() == null ? null : node.getStatus().getDeclaredFeatures();
  }

  private static boolean sameList(@Nullable List<?> a, @Nullable List<?> b) {
    return (a == null ? List.of() : a).equals(b == null ? List.of() : b);
  }
}
