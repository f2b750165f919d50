package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.NodeTaint;
import io.berth.framework.selector.RequiredNodeAffinity;
import io.berth.framework.selector.TolerationSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes count for a constraint.
 *
 * @param topologyKeys the labels that a node must have, sorted; empty: none, and a missing label counts as an empty value
 * @param affinity the affinity that must admit a node, or {@code null}
 * @param tolerations what must tolerate the taints of a node, or {@code null} if taints do not matter
 * @param comparisonOperators whether tolerations may compare numbers
 */
record InclusionRule(
    List<String> topologyKeys,
    @Nullable RequiredNodeAffinity affinity,
    @Nullable TolerationSet tolerations,
    boolean comparisonOperators) {

  static InclusionRule of(
      Constraint constraint, PodInfo pod, List<String> topologyKeys, boolean comparisonOperators) {
    RequiredNodeAffinity affinity = pod.requiredNodeAffinity();
    return new InclusionRule(
        topologyKeys,
        constraint.honorNodeAffinity() && !affinity.isAny() ? affinity : null,
        constraint.honorNodeTaints() ? pod.tolerations() : null,
        comparisonOperators);
  }

  /** The topology keys of all constraints, for rules that ask nodes for all of them. */
  static List<String> keysOf(List<Constraint> constraints) {
    return constraints.size() == 1
        ? List.of(constraints.get(0).topologyKey())
        : constraints.stream().map(Constraint::topologyKey).distinct().sorted().toList();
  }

  boolean admits(NodeInfo node) {
    for (int i = 0; i < topologyKeys.size(); i++) {
      if (!node.labels().containsKey(topologyKeys.get(i))) {
        return false;
      }
    }
    if (affinity != null && !affinity.matches(node.name(), node.labels())) {
      return false;
    }
    return tolerations == null || toleratesAll(tolerations, node.taints());
  }

  private boolean toleratesAll(TolerationSet tolerations, List<NodeTaint> taints) {
    for (int i = 0; i < taints.size(); i++) {
      NodeTaint taint = taints.get(i);
      if (taint.preventsScheduling() && !tolerations.tolerates(taint, comparisonOperators)) {
        return false;
      }
    }
    return true;
  }
}
