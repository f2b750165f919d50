package io.berth.plugins.interpodaffinity;

import io.berth.framework.model.AffinityTerm;
import io.berth.plugins.internal.index.Counts;
import io.berth.plugins.internal.index.TopologyKey;

/** One term that pods on nodes have, and in which domains they are. */
final class TermCounts {
  final AffinityTerm term;
  final TopologyKey key;

  /** The weights of the pods that have the term, by domain. */
  final Counts sums = new Counts();

  private long pods;
  private long podsInDomains;

  TermCounts(AffinityTerm term, TopologyKey key) {
    this.term = term;
    this.key = key;
  }

  void add(int node, long by, long weight) {
    pods += by;
    int value = key.valueOf(node);
    if (value != TopologyKey.ABSENT) {
      podsInDomains += by;
      sums.add(value, by * weight);
    }
  }

  /** Whether no pod has the term any more. */
  boolean isUnused() {
    return pods == 0;
  }

  /** Whether any pod with the term is on a node that has the topology key. */
  boolean hasDomains() {
    return podsInDomains > 0;
  }
}
