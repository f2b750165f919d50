package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a node can take the pod.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface FilterPlugin extends Plugin {
  /**
   * Called for each node until one plugin objects; possibly for several nodes at once with the same state. Must look at the given
   * node, which may differ from the snapshot's (a simulation), and should not allocate.
   */
  Status filter(CycleState state, PodInfo pod, NodeInfo node);

  /**
   * What answers depend on beside the node: where two cycles have equal objects here, {@link #filter} says the same of the same {@link
   * NodeInfo} in both of them, and so it does after the same pods have been added and removed by the plugin's {@link PreFilterExtensions}.
   * A node that turned a pod down, or on which preemption was tried for it, then need not be looked at again while nothing has changed.
   *
   * <p>What the plugin knows of single nodes beside that is no part of the object: it tells {@link Handle#nodeChanges} of each change of it,
   * whether or not a cycle is under way. Asked after PreFilter, several times a cycle; not where PreFilter returned skip.
   *
   * <p>The idea is that of SignPlugin, kube-scheduler/framework/interface.go, v1.37.2.
   *
   * @return an immutable object that is compared by {@code equals}; {@code null}, as without a plugin's word, if answers depend on more than
   *     can be told: on other nodes, on other objects of the cluster, on time; or on what was so when the cycle began and has changed since
   */
  default @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    return null;
  }
}
