package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * A pod that waits in the permit phase. Thread-safe: may be used from any thread, acts on the scheduler's own.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface WaitingPod {
  /** The pod. */
  PodInfo pod();

  /** The node it waits for. */
  String nodeName();

  /** Permit plugins that it waits for, in the order in which they were called. */
  List<String> pendingPlugins();

  /** The plugin allows the pod; it goes on when no plugin is left to wait for. */
  void allow(String plugin);

  /**
   * The plugin rejects the pod.
   *
   * @return whether this call decided it
   */
  boolean reject(String plugin, String message);

  /**
   * Takes the pod back to be scheduled anew, without counting it as unschedulable.
   *
   * @return whether this call decided it
   */
  boolean preempt(String plugin, String message);
}
