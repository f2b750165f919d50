package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which pods are nominated to which nodes.
 *
 * <p>Owned by the scheduler's own thread. Reports losses (see {@link NominationExtensions}), and tells {@link
 * Handle#nodeChanges} of every change.
 *
 * <p>Source: kube-scheduler/framework/interface.go and pkg/scheduler/backend/queue/nominator.go, v1.37.2.
 */
public interface PodNominator {
  /**
   * Records the pod's nomination, replacing an earlier one.
   *
   * @param info under {@link NominatingInfo.Mode#NOOP} the pod's own {@code status.nominatedNodeName} counts
   */
  void addNominatedPod(PodInfo pod, NominatingInfo info);

  /** Forgets the pod's nomination, if there is one. */
  void deleteNominatedPodIfExists(PodInfo pod);

  /** The pod object has changed; a nomination that only the nominator knows of is kept, as upstream does. */
  void updateNominatedPod(PodInfo oldPod, PodInfo newPod);

  /** The pods nominated to the node, in the order in which they were added. Unmodifiable. */
  List<PodInfo> nominatedPodsForNode(String nodeName);

  /** The node that the pod is nominated to, or {@code null}; may be ahead of the pod's status. */
  @Nullable String nominatedNode(String podUid);

  /** Whether no pod is nominated anywhere; lets callers skip a look-up per node. */
  boolean isEmpty();
}
