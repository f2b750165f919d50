package io.berth.framework;

import io.berth.framework.model.PodInfo;

/**
 * Hears of pods that have been bound.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PostBindPlugin extends Plugin {
  /** Called after a successful bind; informational. */
  void postBind(CycleState state, PodInfo pod, String nodeName);
}
