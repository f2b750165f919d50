package io.berth.framework;

import io.berth.framework.model.PodInfo;

/**
 * Decides whether a pod may enter the active queue at all. A pod that is held back is <em>gated</em>.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PreEnqueuePlugin extends Plugin {
  /** Called each time the pod is about to enter the active queue; must be fast. Anything but success keeps the pod out. */
  Status preEnqueue(PodInfo pod);
}
