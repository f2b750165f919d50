package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.concurrent.CompletionStage;

/**
 * Binds the pod to its node.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface BindPlugin extends Plugin {
  /**
   * Must not block. Bind plugins are asked in order until one does not skip.
   *
   * @return completes on any thread: success, {@link Status#SKIP} to leave it to the next plugin, or why it failed
   */
  CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName);
}
