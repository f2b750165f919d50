package io.berth.simulator.internal;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions of nodes. Pure. */
public final class NodeConditions {
  private NodeConditions() {}

  /** The condition, or {@code null}. */
  public static @Nullable NodeCondition find(Node node, String type) {
    if (node.getStatus() != null) {
      for (NodeCondition condition : node.getStatus().getConditions()) {
        if (type.equals(condition.getType())) {
          return condition;
        }
      }
    }
    return null;
  }

  /** The condition's status, {@code null} when there is none. */
  public static @Nullable String status(Node node, String type) {
    NodeCondition condition = find(node, type);
    return condition == null ? null : condition.getStatus();
  }

  /** A node whose condition has changed now. */
  public static Node with(Node node, String type, String status, String reason, String message, Instant now) {
    String text = now.truncatedTo(ChronoUnit.SECONDS).toString();
    NodeCondition next = new NodeCondition();
    next.setType(type);
    next.setStatus(status);
    next.setReason(reason);
    next.setMessage(message);
    next.setLastHeartbeatTime(text);
    next.setLastTransitionTime(text);
    NodeStatus nodeStatus = node.getStatus() == null ? new NodeStatus() : Beans.shallow(node.getStatus());
    List<NodeCondition> conditions = new ArrayList<>(nodeStatus.getConditions());
    conditions.removeIf(condition -> type.equals(condition.getType()));
    conditions.add(next);
    nodeStatus.setConditions(List.copyOf(conditions));
    Node result = Beans.shallow(node);
    result.setStatus(nodeStatus);
    return result;
  }
}
