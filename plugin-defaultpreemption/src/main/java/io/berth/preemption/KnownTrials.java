package io.berth.preemption;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.VictimEligibility;
import io.berth.framework.VictimOrder;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What came of dry runs, so that a pod need not be tried on a node on which one like it was tried before, while everything is as it was
 * then: the node with its pods, the pods that are nominated to it, and the disruption budgets. Pods are alike if they have the same priority
 * and if all Filter plugins say that their answers depend on the same. Only upstream's rules for victims are known to depend on nothing
 * else; with others, nothing is remembered.
 *
 * <p>Owned by the scheduler's own thread.
 */
final class KnownTrials {
  private static final int KINDS = 4;
  private static final int FEW = 64;

  private final Handle handle;
  private final Budgets budgets;
  private final boolean usable;
  private final Map<Kind, Map<String, Known>> kinds =
      new LinkedHashMap<>(KINDS, 1, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Kind, Map<String, Known>> eldest) {
          return size() > KINDS;
        }
      };
  private long budgetsVersion;

  /** Pods that are alike. */
  private record Kind(int priority, Object signature) {}

  private record Known(NodeInfo node, Object signature, List<PodInfo> nominated, NodeTrial.Result result) {}

  KnownTrials(Handle handle, PreemptionRules rules, Budgets budgets) {
    this.handle = handle;
    this.budgets = budgets;
    this.usable = rules.victim() == VictimEligibility.ALL && rules.order() == VictimOrder.UPSTREAM;
  }

  /** What is known of pods like this one; {@code null} if nothing can be. For one cycle. */
  @Nullable OfPod of(CycleState state, PodInfo preemptor) {
    Object signature = usable ? handle.runner().filterSignature(state, preemptor) : null;
    if (signature == null) {
      return null;
    }
    if (budgetsVersion != budgets.version()) {
      budgetsVersion = budgets.version();
      kinds.clear();
    }
    Map<String, Known> byNode = kinds.computeIfAbsent(new Kind(preemptor.priority(), signature), kind -> new HashMap<>());
    if (byNode.size() > 2 * handle.snapshot().nodes().size() + FEW) {
      byNode.clear(); // nodes that are gone take no room for long
    }
    return new OfPod(byNode, state, preemptor);
  }

  /** What is known of pods that are alike, in a cycle of one of them. */
  final class OfPod {
    private final Map<String, Known> byNode;
    private final CycleState state;
    private final PodInfo preemptor;

    private OfPod(Map<String, Known> byNode, CycleState state, PodInfo preemptor) {
      this.byNode = byNode;
      this.state = state;
      this.preemptor = preemptor;
    }

    /** What came of it when a pod like this one was tried on the node; tries this one if none was, or if something is different now. */
    NodeTrial.Result on(NodeInfo node, Supplier<NodeTrial.Result> trial) {
      List<PodInfo> nominated = handle.nominator().nominatedPodsForNode(node.name());
      Object signature = isAmong(nominated) ? null : handle.runner().nodeSignature(state, preemptor, node);
      if (signature == null) {
        return trial.get();
      }
      Known known = byNode.get(node.name());
      if (known != null && known.node == node && known.signature.equals(signature) && areSame(known.nominated, nominated)) {
        return known.result;
      }
      NodeTrial.Result result = trial.get();
      boolean failed = result instanceof NodeTrial.Result.Not not && not.status().isError();
      if (!failed) { // what failed may succeed the next time
        byNode.put(node.name(), new Known(node, signature, List.copyOf(nominated), result));
      }
      return result;
    }

    /** A pod is not tried beside itself, and so finds another answer than its likes. */
    private boolean isAmong(List<PodInfo> nominated) {
      for (int i = 0; i < nominated.size(); i++) {
        if (nominated.get(i).uid().equals(preemptor.uid())) {
          return true;
        }
      }
      return false;
    }

    private static boolean areSame(List<PodInfo> before, List<PodInfo> now) {
      boolean same = before.size() == now.size();
      for (int i = 0; same && i < before.size(); i++) {
        same = before.get(i) == now.get(i);
      }
      return same;
    }
  }
}
