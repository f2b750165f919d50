package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.concurrent.CompletionStage;

/**
 * Does what must be done before the pod is bound, such as writing to other objects.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PreBindPlugin extends Plugin {
  /** Whether {@link #preBind} is needed. Quick, and without any effect. */
  PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName);

  /**
   * Must not block.
   *
   * @param cancellation fires when the pod is preempted or deleted meanwhile; complete soon, with any status
   * @return completes on any thread; anything but success fails the pod
   */
  CompletionStage<Status> preBind(CycleState state, PodInfo pod, String nodeName, Cancellation cancellation);
}
