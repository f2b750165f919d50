package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a node can take the pod.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface FilterPlugin extends Plugin {
  /** The {@link #nodeSignature} of a plugin whose answers depend on nothing else. */
  Object NO_SIGNATURE = List.of();

  /**
   * Called for each node until one plugin objects; possibly for several nodes at once with the same state. Must look at the given
   * node, which may differ from the snapshot's (a simulation), and should not allocate.
   */
  Status filter(CycleState state, PodInfo pod, NodeInfo node);

  /**
   * What answers depend on beside the node: where two cycles have equal objects here, and equal ones for a node from
   * {@link #nodeSignature}, {@link #filter} says the same of the same {@link NodeInfo} in both of them, and so it does after the same pods
   * have been added and removed by the plugin's {@link PreFilterExtensions}. Preemption then need not try a node again on which nothing
   * has changed. Asked once a cycle at most, after PreFilter; not where that returned skip.
   *
   * <p>The idea is that of SignPlugin, kube-scheduler/framework/interface.go, v1.37.2.
   *
   * @return an immutable object that is compared by {@code equals}; {@code null}, as without a plugin's word, if answers depend on more than
   *     can be told: on other nodes, on other objects of the cluster, on time
   */
  default @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    return null;
  }

  /**
   * What answers about this one node depend on beside the {@link NodeInfo} and {@link #filterSignature}; nothing, unless a plugin says
   * otherwise. Asked for each node that preemption looks at, where the latter is not {@code null}; should not allocate much.
   *
   * @return an immutable object that is compared by {@code equals}; {@code null} if it cannot be told for this node
   */
  default @Nullable Object nodeSignature(CycleState state, PodInfo pod, NodeInfo node) {
    return NO_SIGNATURE;
  }
}
