package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;

/**
 * Keeps the state that PreFilter prepared in step with a simulation. Called after PreFilter, usually on a copy of the cycle state,
 * any number of times before Filter. {@code addPod} must be the exact inverse of {@code removePod}.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PreFilterExtensions {
  /** {@code added} is now on the node, which already shows it. */
  Status addPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node);

  /** {@code removed} is no longer on the node, which no longer shows it. */
  Status removePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node);
}
