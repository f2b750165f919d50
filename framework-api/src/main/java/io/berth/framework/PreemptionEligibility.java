package io.berth.framework;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether a pod may take part in a preemption: as the one that preempts, or as a victim. */
public sealed interface PreemptionEligibility {
  /** It may. */
  record Eligible() implements PreemptionEligibility {}

  /**
   * It may not, or not now.
   *
   * @param reason reaches the condition of the pod that wants to preempt
   * @param plugin whose events may change it: the pod that wants to preempt waits for them as if this plugin had turned it down; {@code null}
   *     if nobody's events do
   */
  record NotEligible(String reason, @Nullable String plugin) implements PreemptionEligibility {
    /** Needs a reason. */
    public NotEligible {
      Objects.requireNonNull(reason, "reason");
    }

    /** Nobody's events change it. */
    public NotEligible(String reason) {
      this(reason, null);
    }
  }

  /** The shared {@link Eligible}. */
  Eligible ELIGIBLE = new Eligible();

  /** It may not, for this reason. */
  static PreemptionEligibility notEligible(String reason) {
    return new NotEligible(reason);
  }
}
