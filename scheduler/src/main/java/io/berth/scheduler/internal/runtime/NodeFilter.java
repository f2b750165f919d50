package io.berth.scheduler.internal.runtime;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;

/** The Filter plugins of one cycle of one pod, ready to be asked about node after node. */
public final class NodeFilter {
  private final FilterRunner runner;
  private final Active.Selection<FilterPlugin> selection;
  private final CycleState state;
  private final PodInfo pod;
  private int measured;

  NodeFilter(FilterRunner runner, CycleState state, PodInfo pod) {
    this.runner = runner;
    this.selection = runner.select(state);
    this.state = state;
    this.pod = pod;
    this.measured = state.recordPluginMetrics() ? Meter.MEASURED_NODES : 0;
  }

  /** Whether the node can take the pod, with and without the pods that are nominated to it. */
  public Status test(NodeInfo node) {
    return runner.runWithNominatedPods(selection, state, pod, node, measured-- > 0);
  }
}
