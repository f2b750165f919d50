package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;

/**
 * Says whether a node can take the pod.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface FilterPlugin extends Plugin {
  /**
   * Called for each node until one plugin objects; possibly for several nodes at once with the same state. Must look at the given
   * node, which may differ from the snapshot's (a simulation), and should not allocate.
   */
  Status filter(CycleState state, PodInfo pod, NodeInfo node);
}
