package io.berth.benchmarks.micro;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;

/** Turns every pod down, until the next event of the kind that it waits for. */
final class Refusal implements PreFilterPlugin, EnqueueExtensions {
  static final String NAME = "Refusal";

  private static final PreFilterDecision REJECTION = PreFilterDecision.reject(Status.unresolvable("not now"));

  /** Wakes all of them. */
  static final ClusterEvent<NodeInfo> EVENT = ClusterEvent.of(EventResource.NODE, ActionType.UPDATE_NODE_LABEL);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    return REJECTION;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.NODE, ActionType.UPDATE_NODE_LABEL, (pod, oldNode, newNode) -> QueueingHint.QUEUE));
  }
}
