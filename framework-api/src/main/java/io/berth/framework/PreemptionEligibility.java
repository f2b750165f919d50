package io.berth.framework;

/** Whether a pod that holds a nomination may preempt anew. */
public sealed interface PreemptionEligibility {
  /** It may. */
  record Eligible() implements PreemptionEligibility {}

  /**
   * It waits.
   *
   * @param reason reaches the pod's condition
   */
  record NotEligible(String reason) implements PreemptionEligibility {}

  /** The shared {@link Eligible}. */
  Eligible ELIGIBLE = new Eligible();
}
