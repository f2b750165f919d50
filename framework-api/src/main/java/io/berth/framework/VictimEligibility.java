package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;

/**
 * Whether a pod may be a victim. Asked only for pods of a lower priority than the preemptor's, once for each such pod of each node that is
 * tried, on the scheduler's own thread; must be quick and allocate nothing where it says yes. A rule should let system services preempt
 * ordinary pods. An exception fails the attempt.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (IsEligiblePodFunc), v1.37.2.
 */
@FunctionalInterface
public interface VictimEligibility {
  /** Every pod may. */
  VictimEligibility ALL = (preemptor, victim, node) -> PreemptionEligibility.ELIGIBLE;

  /**
   * Whether the pod may be evicted for the preemptor. The reason of a no reaches the preemptor's condition where its node is no candidate.
   *
   * @param node where the victim is, as the cycle sees it
   */
  PreemptionEligibility eligibleAsVictim(PodInfo preemptor, PodInfo victim, NodeInfo node);

  /** This rule, then another one; the first no ends it. */
  default VictimEligibility and(VictimEligibility next) {
    return (preemptor, victim, node) -> {
      PreemptionEligibility eligibility = eligibleAsVictim(preemptor, victim, node);
      return eligibility instanceof PreemptionEligibility.Eligible
          ? next.eligibleAsVictim(preemptor, victim, node)
          : eligibility;
    };
  }
}
