package io.berth.framework;

import io.berth.framework.model.PodInfo;

/**
 * Keeps a plugin's own books when a node has been chosen.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface ReservePlugin extends Plugin {
  /** Takes what the pod needs on the node. If one plugin fails, unreserve is called for all, in reverse order. */
  Status reserve(CycleState state, PodInfo pod, String nodeName);

  /** Gives it back. Must be idempotent, and bear being called without a reserve. */
  void unreserve(CycleState state, PodInfo pod, String nodeName);
}
