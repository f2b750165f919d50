package io.berth.framework;

import io.berth.framework.model.PodInfo;

/**
 * The last word before a pod is bound.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PermitPlugin extends Plugin {
  /** Called at the end of the scheduling cycle. Waiting costs the scheduler nothing but memory. */
  PermitDecision permit(CycleState state, PodInfo pod, String nodeName);
}
