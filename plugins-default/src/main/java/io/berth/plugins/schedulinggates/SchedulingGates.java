package io.berth.plugins.schedulinggates;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * Keeps a pod out of the active queue as long as it has scheduling gates.
 *
 * <p>Source: pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go, v1.37.2.
 */
public final class SchedulingGates implements PreEnqueuePlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "SchedulingGates";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Status preEnqueue(PodInfo pod) {
    List<String> gates = pod.schedulingGates();
    return gates.isEmpty()
        ? Status.SUCCESS
        : Status.unresolvable("waiting for scheduling gates: [" + String.join(" ", gates) + "]").withPlugin(NAME);
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.TARGET_POD,
            ActionType.UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
            (pod, before, after) -> QueueingHint.QUEUE));
  }
}
