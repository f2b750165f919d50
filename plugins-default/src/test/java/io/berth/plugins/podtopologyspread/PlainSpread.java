package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.model.SpreadConstraint;
import io.berth.framework.selector.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Topology spread by its definition: everything is counted anew, over all nodes and pods. */
final class PlainSpread {
  final List<SpreadConstraint> constraints;
  private final PodInfo pod;
  private final boolean requireAllTopologies;
  private final List<Map<String, Integer>> counts = new ArrayList<>();
  private final List<Set<String>> candidateValues = new ArrayList<>();
  private int ranked;

  /** Counts for Filter. */
  PlainSpread(PodInfo pod, String action, List<NodeInfo> allNodes) {
    this(pod, true, own(pod, action), allNodes);
  }

  /** Counts for Score; pods without constraints have the system's default ones if the service of the property test picks them. */
  static PlainSpread forScore(PodInfo pod, List<NodeInfo> allNodes) {
    if (!pod.topologySpreadConstraints().isEmpty()) {
      return new PlainSpread(pod, SpreadConstraint.SCHEDULE_ANYWAY, allNodes);
    }
    boolean served = !pod.namespace().equals("c") && "x".equals(pod.labels().get("app"));
    return new PlainSpread(
        pod,
        false,
        served ? List.of(byDefault(3, "kubernetes.io/hostname"), byDefault(5, "topology.kubernetes.io/zone")) : List.of(),
        allNodes);
  }

  private static List<SpreadConstraint> own(PodInfo pod, String action) {
    return pod.topologySpreadConstraints().stream().filter(c -> c.whenUnsatisfiable().equals(action)).toList();
  }

  private static SpreadConstraint byDefault(int maxSkew, String key) {
    Selector selector = Selector.ofLabels(Map.of("app", "x"));
    return new SpreadConstraint(
        maxSkew, key, SpreadConstraint.SCHEDULE_ANYWAY, selector, selector, 1, true, false, null);
  }

  private PlainSpread(
      PodInfo pod, boolean requireAllTopologies, List<SpreadConstraint> constraints, List<NodeInfo> allNodes) {
    this.pod = pod;
    this.requireAllTopologies = requireAllTopologies;
    this.constraints = constraints;
    constraints.forEach(constraint -> counts.add(new HashMap<>()));
    for (NodeInfo node : allNodes) {
      for (int i = 0; i < constraints.size(); i++) {
        if ((!requireAllTopologies || hasAllKeys(node)) && includes(constraints.get(i), node)) {
          counts.get(i).merge(value(i, node), count(constraints.get(i), node), Integer::sum);
        }
      }
    }
  }

  boolean hasAllKeys(NodeInfo node) {
    return constraints.stream().allMatch(constraint -> node.labels().containsKey(constraint.topologyKey()));
  }

  private boolean includes(SpreadConstraint constraint, NodeInfo node) {
    if (constraint.honorNodeAffinity() && !pod.requiredNodeAffinity().matches(node.name(), node.labels())) {
      return false;
    }
    return !constraint.honorNodeTaints()
        || node.taints().stream().noneMatch(taint -> taint.preventsScheduling() && !pod.tolerations().tolerates(taint));
  }

  private int count(SpreadConstraint constraint, NodeInfo node) {
    if (constraint.mergedSelector().isEverything()) {
      return 0;
    }
    return (int) node.pods().stream()
        .filter(other -> !other.terminating() && other.namespace().equals(pod.namespace()))
        .filter(other -> constraint.mergedSelector().matches(other.labels()))
        .count();
  }

  private String value(int i, NodeInfo node) {
    return node.labels().getOrDefault(constraints.get(i).topologyKey(), "");
  }

  void change(PodInfo changed, NodeInfo node, int by) {
    if (!changed.namespace().equals(pod.namespace()) || !hasAllKeys(node)) {
      return;
    }
    for (int i = 0; i < constraints.size(); i++) {
      if (constraints.get(i).mergedSelector().matches(changed.labels()) && includes(constraints.get(i), node)) {
        counts.get(i).merge(value(i, node), by, Integer::sum);
      }
    }
  }

  String filter(NodeInfo node) {
    for (int i = 0; i < constraints.size(); i++) {
      SpreadConstraint constraint = constraints.get(i);
      String value = node.labels().get(constraint.topologyKey());
      if (value == null) {
        return "missing";
      }
      long least = counts.get(i).values().stream().mapToInt(n -> n).min().orElse(Integer.MAX_VALUE);
      if (counts.get(i).size() < constraint.minDomains()) {
        least = 0;
      }
      int self = constraint.mergedSelector().matches(pod.labels()) ? 1 : 0;
      if (counts.get(i).getOrDefault(value, 0) + self - least > constraint.maxSkew()) {
        return "uneven";
      }
    }
    return "fits";
  }

  /** Notes the nodes that passed, of which the weights depend. */
  void candidates(List<NodeInfo> nodes) {
    constraints.forEach(constraint -> candidateValues.add(new HashSet<>()));
    for (NodeInfo node : nodes) {
      if (!isIgnored(node)) {
        ranked++;
        for (int i = 0; i < constraints.size(); i++) {
          candidateValues.get(i).add(value(i, node));
        }
      }
    }
  }

  boolean isIgnored(NodeInfo node) {
    return requireAllTopologies && !hasAllKeys(node);
  }

  long score(NodeInfo node) {
    if (isIgnored(node)) {
      return 0;
    }
    double score = 0;
    for (int i = 0; i < constraints.size(); i++) {
      SpreadConstraint constraint = constraints.get(i);
      String value = node.labels().get(constraint.topologyKey());
      if (value != null) {
        boolean byNode = constraint.topologyKey().equals("kubernetes.io/hostname");
        int size = byNode ? ranked : candidateValues.get(i).size();
        long count = byNode ? count(constraint, node) : counts.get(i).getOrDefault(value, 0);
        score += count * Math.log(size + 2) + (constraint.maxSkew() - 1);
      }
    }
    return Math.round(score);
  }

  long[] normalized(List<NodeInfo> nodes) {
    long[] scores = nodes.stream().mapToLong(this::score).toArray();
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < scores.length; i++) {
      if (!isIgnored(nodes.get(i))) {
        least = Math.min(least, scores[i]);
        most = Math.max(most, scores[i]);
      }
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] = isIgnored(nodes.get(i)) ? 0 : most == 0 ? 100 : 100 * (most + least - scores[i]) / most;
    }
    return scores;
  }
}
