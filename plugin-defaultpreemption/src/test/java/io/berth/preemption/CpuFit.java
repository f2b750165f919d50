package io.berth.preemption;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;

/** A filter for tests: room for CPU, and nodes whose name begins with "never" fit nobody. */
final class CpuFit implements FilterPlugin {
  @Override
  public String name() {
    return "CpuFit";
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    if (node.name().startsWith("never")) {
      return Status.unresolvable("never");
    }
    long free = node.allocatable().get(ResourceName.CPU) - node.requested(ResourceName.CPU);
    return pod.resources().onNode().get(ResourceName.CPU) > free ? Status.unschedulable("Insufficient cpu") : Status.SUCCESS;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return pod.resources().onNode();
  }
}
