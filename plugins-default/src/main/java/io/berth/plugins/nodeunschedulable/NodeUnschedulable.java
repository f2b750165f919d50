package io.berth.plugins.nodeunschedulable;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.NodeTaint;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns down cordoned nodes, unless the pod tolerates the taint that stands for the cordon.
 *
 * <p>Source: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go, v1.37.2.
 */
public final class NodeUnschedulable implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "NodeUnschedulable";

  private static final Status UNSCHEDULABLE = Status.unresolvable("node(s) were unschedulable").withPlugin(NAME);

  private final boolean comparisonOperators;

  /** Made by the profile's factory. */
  public NodeUnschedulable(Handle handle) {
    comparisonOperators = handle.featureGates().enabled(FeatureGates.TAINT_TOLERATION_COMPARISON_OPERATORS);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    return PreFilterDecision.ALL_NODES;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    return node.unschedulable() && !tolerates(pod) ? UNSCHEDULABLE : Status.SUCCESS;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return pod.tolerations();
  }

  private boolean tolerates(PodInfo pod) {
    return pod.tolerations().tolerates(NodeTaint.UNSCHEDULABLE, comparisonOperators);
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.NODE,
            ActionType.ADD.or(ActionType.UPDATE_NODE_TAINT),
            NodeUnschedulable::afterNodeChange),
        ClusterEventWithHint.of(
            EventResource.TARGET_POD, ActionType.UPDATE_POD_TOLERATION, this::afterTolerationChange));
  }

  private static QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    boolean opened =
        !Objects.requireNonNull(after, "node").unschedulable() && (before == null || before.unschedulable());
    return opened ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }

  private QueueingHint afterTolerationChange(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    // Tolerations are only ever added, and the pod was rejected without this one: what it was before does not matter.
    return tolerates(Objects.requireNonNull(after, "pod")) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }
}
