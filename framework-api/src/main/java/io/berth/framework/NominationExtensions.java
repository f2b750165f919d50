package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * For plugins that manage resources which must be held for a nominated pod, or which are released later than the victims' pods.
 *
 * <p>Source: KEP-5690 (NominationExtensions). All calls come on the scheduler's own thread.
 */
public interface NominationExtensions extends Plugin {
  /**
   * Preemption has chosen a node for the pod.
   *
   * @param state the scheduling cycle's state
   * @param victims the pods that are evicted for it
   */
  void addNominatedPod(CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims);

  /**
   * A nomination is lost. The same node again, or an update of the pod, is no loss.
   *
   * @param nodeName the node that the pod was nominated to
   */
  void removeNominatedPod(PodInfo pod, String nodeName, NominationLoss loss);

  /**
   * Whether the pod, nominated to the node by an earlier preemption, may preempt again; the first plugin that says no ends it. That plugin's
   * events wake the pod, as if it had turned the pod down.
   */
  PreemptionEligibility podEligibleToPreempt(PodInfo pod, String nodeName);

  /**
   * The preemption for the pod is over, and these victims stay: the cluster refused to let them go. What was expected of them does not
   * come; what was expected of the others does. The nomination stands.
   *
   * @param nodeName the node that the pod was nominated to by this preemption
   */
  default void victimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {}
}
