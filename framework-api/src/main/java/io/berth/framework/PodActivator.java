package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.Collection;

/**
 * Moves pods to the active queue.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PodActivator {
  /**
   * Moves the pods to the active queue, whatever rejected them, ignoring backoff. A pod that is in a cycle now is retried when it
   * comes back; an unknown pod is ignored.
   */
  void activate(Collection<PodInfo> pods);
}
