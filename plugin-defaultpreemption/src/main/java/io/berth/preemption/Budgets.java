package io.berth.preemption;

import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The disruption budgets of the cluster, each read once, in the order of their names. Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/preemption/util.go (FilterVictimsWithPDBViolation), v1.37.2.
 */
final class Budgets implements ResourceEventHandler<PodDisruptionBudget> {
  private final Map<String, TreeMap<String, Budget>> byNamespace = new HashMap<>();

  private long version;

  /** Equal by identity. */
  private static final class Budget {
    final Selector selector;
    final int allowed;
    final Set<String> disrupted;

    Budget(Selector selector, int allowed, Set<String> disrupted) {
      this.selector = selector;
      this.allowed = allowed;
      this.disrupted = disrupted;
    }
  }

  @Override
  public void onAdd(PodDisruptionBudget object) {
    version++;
    Budget budget = read(object);
    if (budget == null) {
      remove(object);
    } else {
      byNamespace.computeIfAbsent(namespace(object), n -> new TreeMap<>()).put(object.getMetadata().getName(), budget);
    }
  }

  @Override
  public void onUpdate(PodDisruptionBudget before, PodDisruptionBudget after) {
    onAdd(after);
  }

  @Override
  public void onDelete(PodDisruptionBudget object, boolean finalStateUnknown) {
    remove(object);
  }

  /** Another number after each change. */
  long version() {
    return version;
  }

  private void remove(PodDisruptionBudget object) {
    version++;
    TreeMap<String, Budget> there = byNamespace.get(namespace(object));
    if (there != null && there.remove(object.getMetadata().getName()) != null && there.isEmpty()) {
      byNamespace.remove(namespace(object));
    }
  }

  private static String namespace(PodDisruptionBudget object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }

  /** {@code null} where the budget covers no pod: without a selector, with an empty one, or with one that cannot be read. */
  private static @Nullable Budget read(PodDisruptionBudget object) {
    if (object.getSpec() == null || object.getSpec().getSelector() == null) {
      return null;
    }
    Selector selector;
    try {
      selector = Selector.of(object.getSpec().getSelector());
    } catch (SelectorException e) {
      return null;
    }
    if (selector.isEverything() || selector.isNothing()) {
      return null;
    }
    var status = object.getStatus();
    boolean counted = status != null && status.getDisruptionsAllowed() != null;
    boolean disrupts = status != null && status.getDisruptedPods() != null;
    return new Budget(
        selector,
        counted ? status.getDisruptionsAllowed() : 0,
        disrupts ? Set.copyOf(status.getDisruptedPods().keySet()) : Set.of());
  }

  /** What the budgets have to give now; counts down as victims are named. */
  Account open() {
    return new Account();
  }

  /** The budgets' reserves in one dry run. */
  final class Account {
    private final Map<Budget, int[]> left = new IdentityHashMap<>(0);

    /**
     * Takes one disruption from each budget that covers the pod, up to the first that is exhausted.
     *
     * @return whether one is exhausted, so that evicting the pod violates it
     */
    boolean violates(PodInfo pod) {
      TreeMap<String, Budget> budgets = pod.labels().isEmpty() ? null : byNamespace.get(pod.namespace());
      if (budgets == null) {
        return false;
      }
      for (Budget budget : budgets.values()) {
        // A pod that the API server has been asked to evict already is accounted for.
        if (budget.selector.matches(pod.labels()) && !budget.disrupted.contains(pod.name())) {
          int[] reserve = left.computeIfAbsent(budget, b -> new int[] {b.allowed});
          if (--reserve[0] < 0) {
            return true;
          }
        }
      }
      return false;
    }
  }
}
