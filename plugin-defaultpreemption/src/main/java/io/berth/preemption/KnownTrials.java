package io.berth.preemption;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.NodeChanges;
import io.berth.framework.VictimEligibility;
import io.berth.framework.VictimOrder;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of dry runs, so that a pod need not be tried on a node on which one like it was tried before, while everything is as it was
 * then: the node with its pods, what {@link NodeChanges} are told of, such as the pods that are nominated to it, and the disruption budgets.
 * Pods are alike if they have the same priority and if all Filter plugins say that their answers depend on the same. Only upstream's rules
 * for victims are known to depend on nothing else; with others, nothing is remembered.
 *
 * <p>Owned by the scheduler's own thread.
 */
final class KnownTrials implements NodeChanges.Listener {
  private static final int KINDS = 4;
  private static final int FEW = 64;

  private final Handle handle;
  private final Budgets budgets;
  private final boolean usable;
  private final Map<Kind, ByNode> kinds =
      new LinkedHashMap<>(KINDS, 1, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Kind, ByNode> eldest) {
          return size() > KINDS;
        }
      };
  private long budgetsVersion;

  /** Pods that are alike. */
  private record Kind(int priority, Object signature) {}

  /** By node as it was, since a node that has changed is another object; a look-up is made for each candidate of each cycle. */
  private static final class ByNode {
    private final Map<NodeInfo, NodeTrial.Result> results = new IdentityHashMap<>();
    private final Map<String, NodeInfo> nodes = new HashMap<>();

    void put(NodeInfo node, NodeTrial.Result result) {
      NodeInfo before = nodes.put(node.name(), node);
      if (before != null) {
        results.remove(before);
      }
      results.put(node, result);
    }

    void remove(String node) {
      NodeInfo before = nodes.remove(node);
      if (before != null) {
        results.remove(before);
      }
    }
  }

  KnownTrials(Handle handle, PreemptionRules rules, Budgets budgets) {
    this.handle = handle;
    this.budgets = budgets;
    this.usable = rules.victim() == VictimEligibility.ALL && rules.order() == VictimOrder.UPSTREAM;
    handle.nodeChanges().addListener(this);
  }

  @Override
  public void changed(String node) {
    kinds.values().forEach(byNode -> byNode.remove(node));
  }

  @Override
  public void allChanged() {
    kinds.clear();
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
    Kind kind = new Kind(preemptor.priority(), signature);
    ByNode byNode = kinds.get(kind);
    if (byNode == null || byNode.nodes.size() > 2 * handle.snapshot().nodes().size() + FEW) {
      byNode = new ByNode(); // nodes that are gone take no room for long
      kinds.put(kind, byNode);
    }
    return new OfPod(byNode, handle.nominator().nominatedNode(preemptor.uid()));
  }

  /** What is known of pods that are alike, in a cycle of one of them. */
  static final class OfPod {
    private final ByNode byNode;
    private final @Nullable String own;

    private OfPod(ByNode byNode, @Nullable String own) {
      this.byNode = byNode;
      this.own = own;
    }

    /** What came of it when a pod like this one was tried on the node; {@code null} if none was, or if something is different now. */
    NodeTrial.@Nullable Result find(NodeInfo node) {
      NodeTrial.Result known = byNode.results.get(node);
      return known != null && own != null && node.name().equals(own) ? null : known;
    }

    /** This came of it. A pod is not tried beside itself, and so finds another answer where it is nominated; a failure may pass. */
    void put(NodeInfo node, NodeTrial.Result result) {
      boolean failed = result instanceof NodeTrial.Result.Not not && not.status().isError();
      if (!failed && !node.name().equals(own)) {
        byNode.put(node, result);
      }
    }
  }
}
