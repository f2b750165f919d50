package io.berth.plugins.nodeports;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.HostPortInfo;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns down nodes where a port of the host that the pod wants is taken.
 *
 * <p>Source: pkg/scheduler/framework/plugins/nodeports/node_ports.go, v1.37.2.
 */
public final class NodePorts implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "NodePorts";

  private static final Status TAKEN =
      Status.unschedulable("node(s) didn't have free ports for the requested pod ports").withPlugin(NAME);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    return pod.hostPorts().isEmpty() ? PreFilterDecision.SKIP : PreFilterDecision.ALL_NODES;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    return node.usedPorts().conflictsWithAny(pod.hostPorts()) ? TAKEN : Status.SUCCESS;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return pod.hostPorts();
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(EventResource.ASSIGNED_POD, ActionType.DELETE, NodePorts::afterPodDeleted),
        ClusterEventWithHint.of(EventResource.NODE, ActionType.ADD));
  }

  private static QueueingHint afterPodDeleted(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    PodInfo deleted = Objects.requireNonNull(before, "pod");
    boolean heldPlace = !deleted.nodeName().isEmpty() || !deleted.nominatedNodeName().isEmpty();
    return heldPlace && HostPortInfo.EMPTY.with(deleted.hostPorts()).conflictsWithAny(pod.hostPorts())
        ? QueueingHint.QUEUE
        : QueueingHint.QUEUE_SKIP;
  }
}
