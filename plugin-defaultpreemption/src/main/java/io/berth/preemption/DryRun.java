package io.berth.preemption;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for candidates on the nodes where preemption may help, from a random one on, until enough are found. Each node is tried on a copy of
 * the cycle state and an overlay of the node, both of which cost the same whatever the cluster's size; or not at all where a pod like it has
 * been tried before and nothing has changed.
 *
 * <p>Source: pkg/scheduler/framework/preemption/preemption.go (findCandidates, DryRunPreemption), v1.37.2.
 */
final class DryRun {
  private final Handle handle;
  private final DefaultPreemptionArgs args;
  private final PreemptionRules rules;
  private final Budgets budgets;
  private final KnownTrials known;

  DryRun(Handle handle, DefaultPreemptionArgs args, PreemptionRules rules, Budgets budgets) {
    this.handle = handle;
    this.args = args;
    this.rules = rules;
    this.budgets = budgets;
    this.known = new KnownTrials(handle, rules, budgets);
  }

  /**
   * What was found.
   *
   * @param candidates those that violate no budget first
   * @param others the other nodes that were tried
   * @param reasons why they are none
   * @param error the first that happened, or success
   */
  record Found(List<Candidate> candidates, List<NodeInfo> others, List<Status> reasons, Status error) {
    /** Why the other nodes are none, by name. */
    Map<String, Status> rejected() {
      Map<String, Status> rejected = new LinkedHashMap<>();
      for (int i = 0; i < others.size(); i++) {
        rejected.put(others.get(i).name(), reasons.get(i));
      }
      return Collections.unmodifiableMap(rejected);
    }
  }

  Found candidates(CycleState state, PodInfo preemptor, NodeToStatus statuses) {
    List<NodeInfo> potential = statuses.nodesForStatusCode(Code.UNSCHEDULABLE);
    KnownTrials.OfPod earlier = known.of(state, preemptor);
    List<Candidate> violating = new ArrayList<>();
    List<Candidate> found = new ArrayList<>();
    List<NodeInfo> others = new ArrayList<>();
    List<Status> reasons = new ArrayList<>();
    Status error = Status.SUCCESS;
    int count = potential.size();
    int enough = args.enoughOf(count);
    int at = count == 0 ? 0 : handle.random().nextInt(count);
    for (int i = 0; i < count && (found.isEmpty() || found.size() + violating.size() < enough); i++) {
      NodeInfo node = potential.get(at);
      at = at + 1 == count ? 0 : at + 1;
      NodeTrial.Result result = earlier == null ? null : earlier.find(node);
      if (result == null) {
        NodeTrial trial = new NodeTrial(handle.runner(), rules, budgets, state.copy(), preemptor, node);
        result = trial.run();
        if (earlier != null && trial.isLasting()) {
          earlier.put(node, result);
        }
      }
      if (result instanceof NodeTrial.Result.Fits fits) {
        List<Candidate> list = fits.candidate().pdbViolations() == 0 ? found : violating;
        if (list.size() < enough) {
          list.add(fits.candidate());
        }
      } else if (result instanceof NodeTrial.Result.Not not) {
        others.add(node);
        reasons.add(not.status());
        error = error.isSuccess() && not.status().isError() ? not.status() : error;
      }
    }
    found.addAll(violating);
    return new Found(Collections.unmodifiableList(found), others, reasons, error);
  }
}
