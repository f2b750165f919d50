package io.berth.framework;

/**
 * A pod in the PreBind phase.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PodInPreBind {
  /**
   * Cancels the binding cycle unless binding has begun.
   *
   * @return whether the pod is cancelled now
   */
  boolean cancelPod(String reason);
}
