package io.berth.simulator;

import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evictions, which ask disruption budgets. Everything runs under the cluster's lock.
 *
 * <p>Source: pkg/registry/core/pod/storage/eviction.go, v1.37.2.
 */
final class EvictionApi {
  private static final int MAX_DISRUPTED_PODS = 2000;

  private final ClusterCore core;
  private final ObjectApi objects;
  private final DeletionApi deletions;

  EvictionApi(ClusterCore core, ObjectApi objects, DeletionApi deletions) {
    this.core = core;
    this.objects = objects;
    this.deletions = deletions;
  }

  EvictionOutcome evict(ObjectKey key, String uid, @Nullable Long gracePeriodSeconds) {
    Pod pod = core.table(ResourceKind.PODS).get(key);
    if (pod == null) {
      return new EvictionOutcome.AlreadyGone();
    }
    if (!isProtected(pod)) {
      return delete(pod, uid, gracePeriodSeconds);
    }
    List<PodDisruptionBudget> budgets = budgetsOf(pod);
    if (budgets.size() > 1) {
      return new EvictionOutcome.Failed(
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.", null);
    }
    if (budgets.isEmpty()) {
      return delete(pod, uid, gracePeriodSeconds);
    }
    PodDisruptionBudget budget = budgets.get(0);
    if (mayGoWithoutBudget(pod, budget)) {
      // as upstream, which takes any conflict here for a pod that became healthy meanwhile
      return objects.checkUid(ResourceKind.PODS, pod, uid) == null
          ? delete(pod, uid, gracePeriodSeconds)
          : stillProcessed(budget);
    }
    EvictionOutcome refusal = checkAndDecrement(pod, budget);
    return refusal != null ? refusal : delete(pod, uid, gracePeriodSeconds);
  }

  private static boolean isProtected(Pod pod) {
    return !PodRules.isFinished(pod) && !PodRules.phase(pod).equals("Pending") && !PodRules.isTerminating(pod);
  }

  private List<PodDisruptionBudget> budgetsOf(Pod pod) {
    return core.table(ResourceKind.POD_DISRUPTION_BUDGETS).list(pod.getMetadata().getNamespace()).stream()
        .filter(budget -> Budgets.covers(budget, pod))
        .toList();
  }

  /** An unhealthy pod does not count towards its budget, and may go when the application is whole. */
  private static boolean mayGoWithoutBudget(Pod pod, PodDisruptionBudget budget) {
    if (PodRules.isReady(pod)) {
      return false;
    }
    if ("AlwaysAllow".equals(budget.getSpec().getUnhealthyPodEvictionPolicy())) {
      return true;
    }
    PodDisruptionBudgetStatus status = Budgets.status(budget);
    return status.getDesiredHealthy() > 0 && status.getCurrentHealthy() >= status.getDesiredHealthy();
  }

  private @Nullable EvictionOutcome checkAndDecrement(Pod pod, PodDisruptionBudget budget) {
    String name = budget.getMetadata().getName();
    PodDisruptionBudgetStatus status = Budgets.status(budget);
    Long generation = budget.getMetadata().getGeneration();
    if (generation != null && status.getObservedGeneration() < generation) {
      return stillProcessed(budget);
    }
    if (status.getDisruptionsAllowed() < 0) {
      return new EvictionOutcome.Failed(
          "poddisruptionbudget.policy \"" + name + "\" is forbidden: pdb disruptions allowed is negative", null);
    }
    if (status.getDisruptedPods().size() > MAX_DISRUPTED_PODS) {
      return new EvictionOutcome.Failed(
          "poddisruptionbudget.policy \"" + name
              + "\" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller",
          null);
    }
    if (status.getDisruptionsAllowed() == 0) {
      return new EvictionOutcome.BlockedByBudget(Budgets.whyBlocked(name, status));
    }
    PodDisruptionBudgetStatus next = Beans.shallow(status);
    next.setDisruptionsAllowed(status.getDisruptionsAllowed() - 1);
    Map<String, String> disrupted = new LinkedHashMap<>(status.getDisruptedPods());
    disrupted.put(pod.getMetadata().getName(), core.now());
    next.setDisruptedPods(disrupted);
    if (next.getDisruptionsAllowed() == 0) {
      next.setConditions(Budgets.conditions(next, core.now()));
    }
    PodDisruptionBudget changed = Beans.shallow(budget);
    changed.setMetadata(Beans.shallow(budget.getMetadata()));
    changed.setStatus(next);
    objects.replace(ResourceKind.POD_DISRUPTION_BUDGETS, budget, changed);
    return null;
  }

  private static EvictionOutcome stillProcessed(PodDisruptionBudget budget) {
    return new EvictionOutcome.BlockedByBudget(
        "The disruption budget " + budget.getMetadata().getName() + " is still being processed by the server.");
  }

  /** Says on the pod why it goes, and deletes it. */
  private EvictionOutcome delete(Pod pod, String uid, @Nullable Long gracePeriodSeconds) {
    if (objects.checkUid(ResourceKind.PODS, pod, uid) != null) {
      WriteOutcome<Pod> refusal =
          Refusals.otherUidToDelete(ResourceKind.PODS, pod.getMetadata().getName(), uid, pod.getMetadata().getUid());
      return new EvictionOutcome.Failed(refusal.describe(), null);
    }
    PodCondition target = new PodCondition();
    target.setType("DisruptionTarget");
    target.setStatus("True");
    target.setReason("EvictionByEvictionAPI");
    target.setMessage("Eviction API: evicting");
    Pod marked = Beans.shallow(pod);
    marked.setMetadata(Beans.shallow(pod.getMetadata()));
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setConditions(List.copyOf(PodRules.withCondition(status.getConditions(), target, core.now())));
    marked.setStatus(status);
    objects.replace(ResourceKind.PODS, pod, marked);
    WriteOutcome<Pod> deleted =
        deletions.delete(ResourceKind.PODS, ObjectKey.of(pod), pod.getMetadata().getUid(), gracePeriodSeconds);
    return deleted.isDone() ? new EvictionOutcome.Evicted() : new EvictionOutcome.Failed(deleted.describe(), null);
  }
}
