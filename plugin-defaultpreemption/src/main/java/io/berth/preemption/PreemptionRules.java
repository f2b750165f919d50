package io.berth.preemption;

import io.berth.framework.PreemptionEligibility;
import io.berth.framework.PreemptorEligibility;
import io.berth.framework.Snapshot;
import io.berth.framework.VictimEligibility;
import io.berth.framework.VictimOrder;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.Objects;

/**
 * What an embedder may change about preemption: who may preempt, who may be evicted, and who is spared before whom. Upstream's own rules
 * (a policy of never, victims that are still going, lower priority) hold in any case.
 *
 * @param preemptor which pods may preempt
 * @param victim which pods of lower priority may be evicted
 * @param order who is more important among them
 */
public record PreemptionRules(PreemptorEligibility preemptor, VictimEligibility victim, VictimOrder order) {
  /** As upstream: every pod may preempt, every pod of lower priority may be evicted, and older pods are spared. */
  public static final PreemptionRules UPSTREAM =
      new PreemptionRules(PreemptorEligibility.ALL, VictimEligibility.ALL, VictimOrder.UPSTREAM);

  /** Needs all three. */
  public PreemptionRules {
    Objects.requireNonNull(preemptor, "preemptor");
    Objects.requireNonNull(victim, "victim");
    Objects.requireNonNull(order, "order");
  }

  /** These rules and one more for pods that want to preempt. */
  public PreemptionRules andPreemptor(PreemptorEligibility rule) {
    return new PreemptionRules(preemptor.and(rule), victim, order);
  }

  /** These rules and one more for victims. */
  public PreemptionRules andVictim(VictimEligibility rule) {
    return new PreemptionRules(preemptor, victim.and(rule), order);
  }

  /** These rules with another order, which decides before the present one does. */
  public PreemptionRules orderedBy(VictimOrder first) {
    return new PreemptionRules(preemptor, victim, first.then(order));
  }

  /** What the rule for preemptors says; it must say something. */
  PreemptionEligibility eligibleToPreempt(PodInfo pod, String nominatedNode, Snapshot snapshot) {
    return Objects.requireNonNull(preemptor.eligibleToPreempt(pod, nominatedNode, snapshot), "a rule for preemptors returned null");
  }

  /** What the rule for victims says; it must say something. */
  PreemptionEligibility eligibleAsVictim(PodInfo pod, PodInfo other, NodeInfo node) {
    return Objects.requireNonNull(victim.eligibleAsVictim(pod, other, node), "a rule for victims returned null");
  }
}
