package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * Runs once before Score, with the nodes that passed.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PreScorePlugin extends Plugin {
  /** Success, {@link Status#SKIP} to leave out this plugin's Score, or a status that fails the pod. */
  Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes);
}
