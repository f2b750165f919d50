package io.berth.framework;

/**
 * Orders the active queue. All profiles of a scheduler use the same one.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface QueueSortPlugin extends Plugin {
  /**
   * Whether {@code a} is popped before {@code b}. Keys are constant while a pod is queued, unless the plugin announces a change
   * through {@link QueueOrder#keysChanged}.
   */
  boolean less(QueuedPodInfo a, QueuedPodInfo b);
}
