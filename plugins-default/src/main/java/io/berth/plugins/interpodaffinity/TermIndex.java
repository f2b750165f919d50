package io.berth.plugins.interpodaffinity;

import io.berth.framework.model.AffinityTerm;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.LabelIndex;
import io.berth.plugins.internal.index.NodeTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The terms that pods on nodes have, each once however many pods have it, found by the labels of a pod that they are about. */
final class TermIndex {
  private final NodeTable nodes;
  private final Map<AffinityTerm, TermCounts> terms = new HashMap<>();
  private final LabelIndex<TermCounts> byLabel = new LabelIndex<>();

  TermIndex(NodeTable nodes) {
    this.nodes = nodes;
  }

  /** A pod with the term comes to the node ({@code by} 1) or leaves it (-1). */
  void add(AffinityTerm term, int node, long by, long weight) {
    TermCounts counts = terms.get(term);
    if (counts == null) {
      counts = new TermCounts(term, nodes.acquire(term.topologyKey()));
      terms.put(term, counts);
      byLabel.add(counts, term.selector());
    }
    counts.add(node, by, weight);
    if (counts.isUnused()) {
      terms.remove(term);
      byLabel.remove(counts);
      nodes.release(counts.key);
    }
  }

  /** The terms that are about the pod and whose pods are in any domain. */
  List<TermCounts> matching(PodInfo pod, Map<String, String> namespaceLabels) {
    if (terms.isEmpty()) {
      return List.of();
    }
    List<TermCounts> found = new ArrayList<>();
    byLabel.forEachCandidate(
        pod.labels(),
        counts -> {
          if (counts.hasDomains() && counts.term.matches(pod, namespaceLabels)) {
            found.add(counts);
          }
        });
    return found;
  }
}
