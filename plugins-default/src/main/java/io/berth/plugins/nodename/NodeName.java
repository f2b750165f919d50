package io.berth.plugins.nodename;

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
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Set;

/**
 * A pod with {@code spec.nodeName} goes to that node and to no other.
 *
 * <p>Source: pkg/scheduler/framework/plugins/nodename/node_name.go, v1.37.2.
 */
public final class NodeName implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "NodeName";

  private static final Status MISMATCH =
      Status.unresolvable("node(s) didn't match the requested node name").withPlugin(NAME);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    String wanted = pod.nodeName();
    return wanted.isEmpty() ? PreFilterDecision.ALL_NODES : PreFilterDecision.only(Set.of(wanted));
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    String wanted = pod.nodeName();
    return wanted.isEmpty() || wanted.equals(node.name()) ? Status.SUCCESS : MISMATCH;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return pod.nodeName();
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(ClusterEventWithHint.of(EventResource.NODE, ActionType.ADD));
  }
}
