package io.berth.framework;

import io.berth.framework.model.PodInfo;

/**
 * Whether a pod may preempt others. A rule of the embedder's beside those of the preemption plugin: a pod that never preempts, or whose
 * earlier victims are still going, is turned down before any such rule is asked. Rules that belong to a resource and to a node are
 * {@link NominationExtensions#podEligibleToPreempt}.
 *
 * <p>Asked on every attempt that finds no node, whether the pod has a nomination or not, on the scheduler's own thread. Must be quick,
 * and must not throw for a pod that may not preempt; an exception fails the attempt.
 *
 * <p>Source: pkg/scheduler/framework/preemption/preemption.go (PodEligibleToPreemptOthers), v1.37.2, which is one function of the plugin.
 */
@FunctionalInterface
public interface PreemptorEligibility {
  /** Every pod may. */
  PreemptorEligibility ALL = (preemptor, nominatedNode, snapshot) -> PreemptionEligibility.ELIGIBLE;

  /**
   * Whether the pod may preempt now.
   *
   * @param nominatedNode the node that it is nominated to, empty if there is none
   * @param snapshot the cluster in this cycle
   */
  PreemptionEligibility eligibleToPreempt(PodInfo preemptor, String nominatedNode, Snapshot snapshot);

  /** This rule, then another one; the first no ends it. */
  default PreemptorEligibility and(PreemptorEligibility next) {
    return (preemptor, nominatedNode, snapshot) -> {
      PreemptionEligibility eligibility = eligibleToPreempt(preemptor, nominatedNode, snapshot);
      return eligibility instanceof PreemptionEligibility.Eligible
          ? next.eligibleToPreempt(preemptor, nominatedNode, snapshot)
          : eligibility;
    };
  }
}
