package io.berth.preemption;

import io.berth.framework.CycleState;
import io.berth.framework.PluginsRunner;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The dry run on one node: takes all pods off that may be victims, sees whether the preemptor fits, and then spares as many as possible, the
 * most important first, those that a disruption budget protects before the others.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (SelectVictimsOnNode), v1.37.2.
 */
final class NodeTrial {
  private static final String NO_VICTIMS = "No preemption victims found for incoming pod";
  private static final Status NO_VICTIMS_STATUS = Status.unresolvable(NO_VICTIMS);

  private final PluginsRunner runner;
  private final PreemptionRules rules;
  private final Budgets budgets;
  private final CycleState state;
  private final PodInfo preemptor;
  private final NodeInfo node;
  private final NodeInfo.Edit edit;
  private final List<PodInfo> victims = new ArrayList<>();
  private Status failure = Status.SUCCESS;
  private boolean lasting = true;

  /**
   * Prepares the dry run.
   *
   * @param state a copy, for this dry run alone
   */
  NodeTrial(PluginsRunner runner, PreemptionRules rules, Budgets budgets, CycleState state, PodInfo preemptor, NodeInfo node) {
    this.runner = runner;
    this.rules = rules;
    this.budgets = budgets;
    this.state = state;
    this.preemptor = preemptor;
    this.node = node;
    this.edit = node.edit();
  }

  /** What came of a dry run. */
  sealed interface Result {
    record Fits(Candidate candidate) implements Result {}

    /** Preemption does not help on this node, or something failed. */
    record Not(Status status) implements Result {}
  }

  Result run() {
    Set<String> vetoes = new LinkedHashSet<>(0);
    List<PodInfo> potential = potentialVictims(vetoes);
    if (potential.isEmpty()) {
      return new Result.Not(because(NO_VICTIMS_STATUS, vetoes));
    }
    for (PodInfo victim : potential) {
      if (!remove(victim)) {
        return new Result.Not(failure);
      }
    }
    Status status = filter();
    if (!status.isSuccess()) {
      return new Result.Not(because(status, vetoes));
    }
    if (potential.size() > 1) {
      potential.sort(rules.order()::compare);
    }
    return reprieve(potential);
  }

  /** Whether the result was come to without an error, and so is that of another dry run of the same. */
  boolean isLasting() {
    return lasting;
  }

  private List<PodInfo> potentialVictims(Set<String> vetoes) {
    List<PodInfo> potential = new ArrayList<>();
    for (PodInfo pod : node.pods()) {
      if (pod.priority() < preemptor.priority()) {
        PreemptionEligibility eligibility = rules.eligibleAsVictim(preemptor, pod, node);
        if (eligibility instanceof PreemptionEligibility.NotEligible not) {
          vetoes.add(not.reason());
        } else {
          potential.add(pod);
        }
      }
    }
    return potential;
  }

  private static Status because(Status status, Set<String> vetoes) {
    Status told = status;
    for (String veto : vetoes) {
      told = told.withReason(veto);
    }
    return told;
  }

  private Result reprieve(List<PodInfo> potential) {
    Budgets.Account account = budgets.open();
    List<PodInfo> violating = new ArrayList<>(0);
    List<PodInfo> others = new ArrayList<>(potential.size());
    for (PodInfo victim : potential) {
      (account.violates(victim) ? violating : others).add(victim);
    }
    if (!spare(violating)) {
      return new Result.Not(failure);
    }
    int violations = victims.size();
    if (!spare(others)) {
      return new Result.Not(failure);
    }
    if (victims.isEmpty()) {
      return new Result.Not(Status.error("expected at least one victim pod on node \"" + node.name() + "\""));
    }
    if (!violating.isEmpty() && !others.isEmpty()) {
      victims.sort(rules.order()::compare);
    }
    return new Result.Fits(new Candidate(node.name(), victims, violations));
  }

  /** Puts each pod back that leaves the preemptor enough; the others become victims. False when something failed. */
  private boolean spare(List<PodInfo> pods) {
    for (PodInfo pod : pods) {
      edit.add(pod);
      Status added = runner.runPreFilterExtensionAddPod(state, preemptor, pod, edit.view());
      if (!added.isSuccess()) {
        failure = asError(added);
        return false;
      }
      if (!filter().isSuccess()) {
        if (!remove(pod)) {
          return false;
        }
        victims.add(pod);
      }
    }
    return true;
  }

  private Status filter() {
    Status status = runner.runFilterPluginsWithNominatedPods(state, preemptor, edit.view());
    lasting &= !status.isError();
    return status;
  }

  private boolean remove(PodInfo pod) {
    edit.remove(pod);
    Status removed = runner.runPreFilterExtensionRemovePod(state, preemptor, pod, edit.view());
    if (!removed.isSuccess()) {
      failure = asError(removed);
      return false;
    }
    return true;
  }

  private static Status asError(Status status) {
    return status.isError() ? status : Status.error(status.message());
  }
}
