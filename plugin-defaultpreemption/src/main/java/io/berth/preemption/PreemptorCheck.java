package io.berth.preemption;

import io.berth.framework.Code;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.PodCondition;

/**
 * Whether a pod may preempt now. A pod that has preempted before waits for its victims, and for what else they leave behind, unless the node
 * that it is nominated to cannot take it in any case.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (PodEligibleToPreemptOthers), v1.37.2.
 */
final class PreemptorCheck {
  private static final PreemptionEligibility NEVER =
      PreemptionEligibility.notEligible("not eligible due to preemptionPolicy=Never.");
  private static final PreemptionEligibility VICTIMS_ARE_GOING =
      PreemptionEligibility.notEligible("not eligible due to a terminating pod on the nominated node.");

  private final Handle handle;
  private final PreemptionRules rules;

  PreemptorCheck(Handle handle, PreemptionRules rules) {
    this.handle = handle;
    this.rules = rules;
  }

  PreemptionEligibility eligible(PodInfo pod, NodeToStatus statuses) {
    if (pod.neverPreempts()) {
      return NEVER;
    }
    String nominated = nominatedNode(pod);
    if (!nominated.isEmpty() && statuses.get(nominated).code() != Code.UNSCHEDULABLE_AND_UNRESOLVABLE) {
      PreemptionEligibility eligibility = victimsAreGoing(pod, nominated)
          ? VICTIMS_ARE_GOING
          : handle.runner().runNominationExtensionsPodEligibleToPreempt(pod, nominated);
      if (eligibility instanceof PreemptionEligibility.NotEligible) {
        return eligibility;
      }
    }
    return rules.eligibleToPreempt(pod, nominated, handle.snapshot());
  }

  /** The nominator may be ahead of the pod's status. */
  private String nominatedNode(PodInfo pod) {
    String node = handle.nominator().nominatedNode(pod.uid());
    return node == null ? pod.nominatedNodeName() : node;
  }

  private boolean victimsAreGoing(PodInfo pod, String nominated) {
    NodeInfo node = handle.snapshot().node(nominated);
    if (node == null) {
      return false;
    }
    for (PodInfo other : node.pods()) {
      if (other.terminating()
          && other.priority() < pod.priority()
          && isVictim(other)
          && rules.eligibleAsVictim(pod, other, node) instanceof PreemptionEligibility.Eligible) {
        return true;
      }
    }
    return false;
  }

  /** Whether the pod's condition says that a scheduler has preempted it. */
  private static boolean isVictim(PodInfo pod) {
    if (pod.pod().getStatus() == null || pod.pod().getStatus().getConditions() == null) {
      return false;
    }
    for (PodCondition condition : pod.pod().getStatus().getConditions()) {
      if (Evictor.DISRUPTION_TARGET.equals(condition.getType())) {
        return "True".equals(condition.getStatus()) && Evictor.PREEMPTION_BY_SCHEDULER.equals(condition.getReason());
      }
    }
    return false;
  }
}
