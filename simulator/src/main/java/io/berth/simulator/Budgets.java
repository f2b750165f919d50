package io.berth.simulator;

import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What disruption budgets cover and say. Pure.
 *
 * <p>Source: pkg/registry/core/pod/storage/eviction.go, v1.37.2, and component-helpers/apps/poddisruptionbudget, v0.37.2.
 */
final class Budgets {
  private static final String DISRUPTION_ALLOWED = "DisruptionAllowed";

  private Budgets() {}

  /** Whether the budget's selector picks the pod; one without a selector covers none, one with an empty selector all. */
  static boolean covers(PodDisruptionBudget budget, Pod pod) {
    return covering(budget).test(pod);
  }

  /** The pods that the budget's selector picks; for many pods. */
  static Predicate<Pod> covering(PodDisruptionBudget budget) {
    if (budget.getSpec() == null) {
      return pod -> false;
    }
    Selector selector;
    try {
      selector = Selector.of(budget.getSpec().getSelector());
    } catch (SelectorException invalid) {
      return pod -> false; // as upstream: an invalid selector picks nothing
    }
    String namespace = budget.getMetadata().getNamespace();
    return pod -> {
      Map<String, String> labels = pod.getMetadata().getLabels();
      return Objects.equals(namespace, pod.getMetadata().getNamespace()) && selector.matches(labels == null ? Map.of() : labels);
    };
  }

  /** A loaded budget, ours alone, whose status says how many may go counts as one that the controller has seen. */
  static <T> T observed(T draft) {
    if (draft instanceof PodDisruptionBudget budget
        && budget.getStatus() != null
        && budget.getStatus().getDisruptionsAllowed() != null
        && budget.getStatus().getObservedGeneration() == null) {
      Long generation = budget.getMetadata().getGeneration();
      budget.getStatus().setObservedGeneration(generation == null ? 1L : generation);
    }
    return draft;
  }

  /** The status with zeros for what is missing; ours alone. */
  static PodDisruptionBudgetStatus status(PodDisruptionBudget budget) {
    PodDisruptionBudgetStatus status =
        budget.getStatus() == null ? new PodDisruptionBudgetStatus() : Beans.shallow(budget.getStatus());
    status.setDisruptionsAllowed(orZero(status.getDisruptionsAllowed()));
    status.setCurrentHealthy(orZero(status.getCurrentHealthy()));
    status.setDesiredHealthy(orZero(status.getDesiredHealthy()));
    status.setExpectedPods(orZero(status.getExpectedPods()));
    if (status.getObservedGeneration() == null) {
      status.setObservedGeneration(0L);
    }
    if (status.getDisruptedPods() == null) {
      status.setDisruptedPods(Map.of());
    }
    return status;
  }

  static String whyBlocked(String name, PodDisruptionBudgetStatus status) {
    Condition condition = condition(status);
    boolean says = condition != null && "False".equals(condition.getStatus()) && !ObjectApi.isEmpty(condition.getMessage());
    if (says && "SyncFailed".equals(condition.getReason())) {
      return "The disruption budget " + name + " does not allow evicting pods currently because it failed sync: "
          + condition.getMessage();
    }
    if (status.getCurrentHealthy() <= status.getDesiredHealthy()) {
      return "The disruption budget " + name + " needs " + status.getDesiredHealthy() + " healthy pods and has "
          + status.getCurrentHealthy() + " currently";
    }
    if (says) {
      return "The disruption budget " + name + " does not allow evicting pods currently (" + condition.getReason() + "): "
          + condition.getMessage();
    }
    return "The disruption budget " + name + " does not allow evicting pods currently";
  }

  /** The conditions with the one that says whether disruptions are allowed brought up to date. */
  static List<Condition> conditions(PodDisruptionBudgetStatus status, String now) {
    boolean allowed = status.getDisruptionsAllowed() > 0;
    return conditions(status, now, allowed ? "SufficientPods" : "InsufficientPods", "");
  }

  /** The conditions with the one that says whether disruptions are allowed for this reason. */
  static List<Condition> conditions(PodDisruptionBudgetStatus status, String now, String reason, String message) {
    Condition old = condition(status);
    Condition next = new Condition();
    next.setType(DISRUPTION_ALLOWED);
    next.setStatus(reason.equals("SufficientPods") ? "True" : "False");
    next.setReason(reason);
    next.setMessage(message);
    next.setObservedGeneration(status.getObservedGeneration());
    next.setLastTransitionTime(old != null && next.getStatus().equals(old.getStatus()) ? old.getLastTransitionTime() : now);
    List<Condition> conditions = new ArrayList<>(status.getConditions());
    if (old == null) {
      conditions.add(next);
    } else {
      conditions.set(conditions.indexOf(old), next);
    }
    return List.copyOf(conditions);
  }

  private static @Nullable Condition condition(PodDisruptionBudgetStatus status) {
    for (Condition condition : status.getConditions()) {
      if (DISRUPTION_ALLOWED.equals(condition.getType())) {
        return condition;
      }
    }
    return null;
  }

  private static int orZero(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
