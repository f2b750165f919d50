package io.berth.framework;

/** Whether a pod may take part in a preemption: as the one that preempts, or as a victim. */
public sealed interface PreemptionEligibility {
  /** It may. */
  record Eligible() implements PreemptionEligibility {}

  /**
   * It may not, or not now.
   *
   * @param reason reaches the condition of the pod that wants to preempt
   */
  record NotEligible(String reason) implements PreemptionEligibility {}

  /** The shared {@link Eligible}. */
  Eligible ELIGIBLE = new Eligible();

  /** It may not, for this reason. */
  static PreemptionEligibility notEligible(String reason) {
    return new NotEligible(reason);
  }
}
