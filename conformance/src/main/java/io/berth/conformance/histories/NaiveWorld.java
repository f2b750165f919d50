package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with their pods, and an answer to the question whether a pod fits on a node: the rules of the default profile as a reader of
 * the Kubernetes documentation would write them down, over everything, each time. Shares no code with the plugins.
 *
 * @param nodes all nodes
 * @param pods the pods of each node by its name
 * @param namespaces the labels of each namespace by its name
 * @param firstMayGo whether a pod may go anywhere that wants to be near pods like itself, as long as there are none
 */
record NaiveWorld(
    List<NaiveNode> nodes, Map<String, List<NaivePod>> pods, Map<String, Map<String, String>> namespaces, boolean firstMayGo) {
  /** The same without the exception for a pod that is the first of those it wants to be near. */
  NaiveWorld withoutFirsts() {
    return new NaiveWorld(nodes, pods, namespaces, false);
  }

  /** The same without a pod. */
  NaiveWorld without(String uid) {
    Map<String, List<NaivePod>> fewer = new HashMap<>();
    pods.forEach((node, there) -> fewer.put(node, there.stream().filter(pod -> !pod.uid().equals(uid)).toList()));
    return new NaiveWorld(nodes, fewer, namespaces, firstMayGo);
  }

  /** The same with more pods on a node. */
  NaiveWorld with(String node, List<NaivePod> more) {
    if (more.isEmpty()) {
      return this;
    }
    Map<String, List<NaivePod>> all = new HashMap<>(pods);
    List<NaivePod> there = new ArrayList<>(podsOn(node));
    there.addAll(more);
    all.put(node, there);
    return new NaiveWorld(nodes, all, namespaces, firstMayGo);
  }

  List<NaivePod> podsOn(String node) {
    return pods.getOrDefault(node, List.of());
  }

  /**
   * Whether pods' rules about other pods can matter to the pod at all: upstream looks at them only then, so that the rules of a
   * nominated pod alone keep nobody away.
   */
  boolean careForPods(NaivePod pod) {
    return !pod.affinity().isEmpty() || !pod.antiAffinity().isEmpty() || nodes.stream().anyMatch(node -> keepAway(node, pod));
  }

  private boolean keepAway(NaiveNode node, NaivePod pod) {
    return podsOn(node.name()).stream()
        .flatMap(other -> other.antiAffinity().stream().filter(term -> picks(term, other, pod)))
        .anyMatch(term -> node.labels().containsKey(term.getTopologyKey()));
  }

  /** Why the pod does not fit on the node, or {@code null} when it does. */
  @Nullable String objection(NaivePod pod, NaiveNode node) {
    String objection = objectionOfNode(pod, node);
    return objection != null ? objection : affinity(pod, node);
  }

  /** As {@link #objection}, without rules about being near other pods or away from them. */
  @Nullable String objectionOfNode(NaivePod pod, NaiveNode node) {
    if (node.cordoned() && !tolerates(pod, new Taint("NoSchedule", "node.kubernetes.io/unschedulable", null, null))) {
      return "cordoned";
    }
    for (Taint taint : node.taints()) {
      if (!taint.getEffect().equals("PreferNoSchedule") && !tolerates(pod, taint)) {
        return "tainted";
      }
    }
    if (!matchesNode(pod, node)) {
      return "labels of the node";
    }
    for (NaivePod other : podsOn(node.name())) {
      if (other.ports().stream().anyMatch(pod.ports()::contains)) {
        return "port taken by " + other.key();
      }
    }
    String resources = lacks(pod, node);
    if (resources != null) {
      return resources;
    }
    for (TopologySpreadConstraint constraint : pod.bean().getSpec().getTopologySpreadConstraints()) {
      if (constraint.getWhenUnsatisfiable().equals("DoNotSchedule") && unbalances(pod, node, constraint)) {
        return "spread over " + constraint.getTopologyKey();
      }
    }
    return null;
  }

  /** What the node has too little of, whoever is there, or {@code null}. */
  @Nullable String lacks(NaivePod pod, NaiveNode node) {
    List<NaivePod> there = podsOn(node.name());
    if (there.size() + 1 > node.amounts().getOrDefault("pods", 0L)) {
      return "pods";
    }
    for (Map.Entry<String, Long> wanted : pod.wants().entrySet()) {
      long used = there.stream().mapToLong(other -> other.takes().getOrDefault(wanted.getKey(), 0L)).sum();
      if (wanted.getValue() > 0 && used + wanted.getValue() > node.amounts().getOrDefault(wanted.getKey(), 0L)) {
        return wanted.getKey() + ", of which " + used + " are used";
      }
    }
    return null;
  }

  private static boolean matchesNode(NaivePod pod, NaiveNode node) {
    return pod.nodeTerms().entrySet().stream().allMatch(term -> term.getValue().contains(node.labels().getOrDefault(term.getKey(), "")));
  }

  private static boolean tolerates(NaivePod pod, Taint taint) {
    for (Toleration toleration : pod.bean().getSpec().getTolerations()) {
      boolean anyKey = toleration.getKey() == null && "Exists".equals(toleration.getOperator());
      boolean thisKey = taint.getKey().equals(toleration.getKey()) && String.valueOf(taint.getValue()).equals(toleration.getValue());
      if (anyKey || thisKey) {
        return true;
      }
    }
    return false;
  }

  private boolean unbalances(NaivePod pod, NaiveNode node, TopologySpreadConstraint constraint) {
    String domain = node.labels().get(constraint.getTopologyKey());
    if (domain == null) {
      return true;
    }
    List<String> keys =
        pod.bean().getSpec().getTopologySpreadConstraints().stream()
            .filter(other -> other.getWhenUnsatisfiable().equals("DoNotSchedule"))
            .map(TopologySpreadConstraint::getTopologyKey)
            .toList();
    Map<String, Long> counts = new HashMap<>();
    for (NaiveNode other : nodes) {
      boolean counted = other.labels().keySet().containsAll(keys) && matchesNode(pod, other);
      if ("Honor".equals(constraint.getNodeTaintsPolicy())) {
        counted &= other.taints().stream().allMatch(taint -> taint.getEffect().equals("PreferNoSchedule") || tolerates(pod, taint));
      }
      if (counted) {
        long matching =
            podsOn(other.name()).stream()
                .filter(there -> !there.going() && there.namespace().equals(pod.namespace()))
                .filter(there -> NaivePod.matches(constraint.getLabelSelector(), there.labels()))
                .count();
        counts.merge(other.labels().get(constraint.getTopologyKey()), matching, Long::sum);
      }
    }
    long least = counts.values().stream().mapToLong(Long::longValue).min().orElse(0);
    long self = NaivePod.matches(constraint.getLabelSelector(), pod.labels()) ? 1 : 0;
    return counts.getOrDefault(domain, 0L) + self - least > constraint.getMaxSkew();
  }

  private @Nullable String affinity(NaivePod pod, NaiveNode node) {
    for (NaiveNode there : nodes) {
      for (NaivePod other : podsOn(there.name())) {
        for (PodAffinityTerm term : pod.antiAffinity()) {
          if (picks(term, pod, other) && samePlace(term, there, node)) {
            return "keeps away from " + other.key();
          }
        }
        for (PodAffinityTerm term : other.antiAffinity()) {
          if (picks(term, other, pod) && samePlace(term, there, node)) {
            return other.key() + " keeps it away";
          }
        }
      }
    }
    if (pod.affinity().isEmpty()) {
      return null;
    }
    if (pod.affinity().stream().anyMatch(term -> !node.labels().containsKey(term.getTopologyKey()))) {
      return "affinity without a place";
    }
    boolean anywhere = false;
    List<PodAffinityTerm> unmet = new ArrayList<>(pod.affinity());
    for (NaiveNode there : nodes) {
      for (NaivePod other : podsOn(there.name())) {
        if (pod.affinity().stream().allMatch(term -> picks(term, pod, other))) {
          anywhere |= pod.affinity().stream().anyMatch(term -> there.labels().containsKey(term.getTopologyKey()));
          unmet.removeIf(term -> samePlace(term, there, node));
        }
      }
    }
    boolean first = firstMayGo && !anywhere && pod.affinity().stream().allMatch(term -> picks(term, pod, pod));
    return unmet.isEmpty() || first ? null : "nobody to be near";
  }

  /** Whether somebody has a rule that keeps the pod away from somewhere. */
  boolean isKeptAway(NaivePod pod) {
    return pods.values().stream()
        .flatMap(List::stream)
        .anyMatch(other -> other.antiAffinity().stream().anyMatch(term -> picks(term, other, pod)));
  }

  private static boolean samePlace(PodAffinityTerm term, NaiveNode a, NaiveNode b) {
    String place = a.labels().get(term.getTopologyKey());
    return place != null && place.equals(b.labels().get(term.getTopologyKey()));
  }

  /** Whether the term of a pod is about another one. */
  private boolean picks(PodAffinityTerm term, NaivePod owner, NaivePod other) {
    if (!NaivePod.matches(term.getLabelSelector(), other.labels())) {
      return false;
    }
    LabelSelector selector = term.getNamespaceSelector();
    if (term.getNamespaces().isEmpty() && selector == null) {
      return owner.namespace().equals(other.namespace());
    }
    return term.getNamespaces().contains(other.namespace())
        || (selector != null && NaivePod.matches(selector, namespaces.getOrDefault(other.namespace(), Map.of())));
  }
}
