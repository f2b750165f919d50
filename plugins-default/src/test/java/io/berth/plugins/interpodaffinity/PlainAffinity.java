package io.berth.plugins.interpodaffinity;

import io.berth.framework.model.AffinityTerm;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.model.WeightedAffinityTerm;
import io.berth.framework.selector.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pod affinity by its definition: everything is found out anew, over all nodes and pods. */
final class PlainAffinity {
  private final PodInfo pod;
  private final Map<String, Map<String, String>> namespaces;
  private final List<AffinityTerm> together;
  private final List<AffinityTerm> apart;
  private final Map<List<String>, Integer> togetherCounts = new HashMap<>();
  private final Map<List<String>, Integer> apartCounts = new HashMap<>();
  private final Map<List<String>, Integer> repellingCounts = new HashMap<>();
  private final Map<List<String>, Long> scores = new HashMap<>();

  PlainAffinity(
      PodInfo pod, Map<String, Map<String, String>> namespaces, List<NodeInfo> nodes, InterPodAffinityArgs args) {
    this.pod = pod;
    this.namespaces = namespaces;
    this.together = resolved(pod.requiredAffinityTerms());
    this.apart = resolved(pod.requiredAntiAffinityTerms());
    for (NodeInfo node : nodes) {
      for (PodInfo other : node.pods()) {
        change(other, node, 1);
        score(other, node, args);
      }
    }
  }

  private List<AffinityTerm> resolved(List<AffinityTerm> terms) {
    List<AffinityTerm> resolved = new ArrayList<>();
    for (AffinityTerm term : terms) {
      if (term.namespaceSelector().isEverything()) {
        resolved.add(term);
      } else {
        Set<String> names = new HashSet<>(term.namespaces());
        namespaces.forEach(
            (name, labels) -> {
              if (term.namespaceSelector().matches(labels)) {
                names.add(name);
              }
            });
        resolved.add(new AffinityTerm(names, term.selector(), term.topologyKey(), Selector.nothing()));
      }
    }
    return resolved;
  }

  private Map<String, String> ownNamespaceLabels() {
    return namespaces.getOrDefault(pod.namespace(), Map.of());
  }

  boolean hasNothingToFilter() {
    return repellingCounts.isEmpty() && together.isEmpty() && apart.isEmpty();
  }

  void change(PodInfo other, NodeInfo node, int by) {
    for (AffinityTerm term : other.requiredAntiAffinityTerms()) {
      if (term.matches(pod, ownNamespaceLabels())) {
        add(repellingCounts, term, node, by);
      }
    }
    if (!together.isEmpty() && together.stream().allMatch(term -> term.matches(other, Map.of()))) {
      together.forEach(term -> add(togetherCounts, term, node, by));
    }
    for (AffinityTerm term : apart) {
      if (term.matches(other, Map.of())) {
        add(apartCounts, term, node, by);
      }
    }
  }

  private static void add(Map<List<String>, Integer> counts, AffinityTerm term, NodeInfo node, int by) {
    String value = node.labels().get(term.topologyKey());
    if (value != null) {
      counts.merge(List.of(term.topologyKey(), value), by, (a, b) -> a + b == 0 ? null : a + b);
    }
  }

  String filter(NodeInfo node) {
    boolean podsExist = true;
    for (AffinityTerm term : together) {
      String value = node.labels().get(term.topologyKey());
      if (value == null) {
        return "affinity";
      }
      podsExist &= togetherCounts.getOrDefault(List.of(term.topologyKey(), value), 0) > 0;
    }
    if (!podsExist
        && !(togetherCounts.isEmpty() && together.stream().allMatch(term -> term.matches(pod, Map.of())))) {
      return "affinity";
    }
    if (anyPositive(apartCounts, node)) {
      return "anti-affinity";
    }
    return anyPositive(repellingCounts, node) ? "existing anti-affinity" : "fits";
  }

  private static boolean anyPositive(Map<List<String>, Integer> counts, NodeInfo node) {
    return node.labels().entrySet().stream()
        .anyMatch(label -> counts.getOrDefault(List.of(label.getKey(), label.getValue()), 0) > 0);
  }

  private void score(PodInfo other, NodeInfo node, InterPodAffinityArgs args) {
    scoreIncoming(pod.preferredAffinityTerms(), other, node, 1);
    scoreIncoming(pod.preferredAntiAffinityTerms(), other, node, -1);
    if (args.hardPodAffinityWeight() > 0) {
      other.requiredAffinityTerms().forEach(term -> scoreTerm(term, args.hardPodAffinityWeight(), node));
    }
    other.preferredAffinityTerms().forEach(each -> scoreTerm(each.term(), each.weight(), node));
    other.preferredAntiAffinityTerms().forEach(each -> scoreTerm(each.term(), -each.weight(), node));
  }

  private void scoreIncoming(List<WeightedAffinityTerm> terms, PodInfo other, NodeInfo node, int sign) {
    for (WeightedAffinityTerm each : terms) {
      AffinityTerm term = resolved(List.of(each.term())).get(0);
      if (term.matches(other, Map.of())) {
        addScore(term, (long) sign * each.weight(), node);
      }
    }
  }

  private void scoreTerm(AffinityTerm term, int weight, NodeInfo node) {
    if (term.matches(pod, ownNamespaceLabels())) {
      addScore(term, weight, node);
    }
  }

  private void addScore(AffinityTerm term, long weight, NodeInfo node) {
    String value = node.labels().get(term.topologyKey());
    if (value != null) {
      scores.merge(List.of(term.topologyKey(), value), weight, Long::sum);
    }
  }

  boolean hasNothingToScore() {
    return scores.isEmpty();
  }

  long score(NodeInfo node) {
    return node.labels().entrySet().stream()
        .mapToLong(label -> scores.getOrDefault(List.of(label.getKey(), label.getValue()), 0L))
        .sum();
  }

  long[] normalized(List<NodeInfo> nodes) {
    long[] raw = nodes.stream().mapToLong(this::score).toArray();
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (long score : raw) {
      least = Math.min(least, score);
      most = Math.max(most, score);
    }
    long[] normalized = new long[raw.length];
    for (int i = 0; i < raw.length; i++) {
      normalized[i] = most == least ? 0 : (long) (100.0 * ((double) (raw[i] - least) / (double) (most - least)));
    }
    return normalized;
  }
}
