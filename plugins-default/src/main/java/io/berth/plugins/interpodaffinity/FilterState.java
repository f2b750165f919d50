package io.berth.plugins.interpodaffinity;

import io.berth.framework.StateData;
import io.berth.framework.model.AffinityTerm;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.Clause;
import java.util.List;
import java.util.Map;

/**
 * What PreFilter leaves for Filter: counts that are the index's own, and what a simulation changes about them. Copies share all but
 * the changes.
 *
 * <p>Source: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go preFilterState, v1.37.2.
 */
final class FilterState implements StateData<FilterState> {
  final long version;
  private final IncomingTerms terms;
  private final PairCounts together;
  private final PairCounts apart;
  private final PairCounts repelling;
  private int togetherNonZero;

  /**
   * What an incoming pod asks for.
   *
   * @param together one pod that meets all of them must be there
   * @param apart no pod that meets any of them may be there
   * @param apartKeys the topology key of each
   * @param selfAffine whether the pod meets all of {@code together} itself
   */
  record IncomingTerms(
      List<Clause> together,
      List<Clause> apart,
      List<String> apartKeys,
      Map<String, String> namespaceLabels,
      boolean selfAffine) {}

  /**
   * The state of a cycle.
   *
   * @param together pods that meet all affinity terms, by the keys of the terms
   * @param apart pods that meet an anti-affinity term, by its key
   * @param repelling pods with an anti-affinity term that the incoming pod meets, by its key
   */
  FilterState(long version, IncomingTerms terms, PairCounts together, PairCounts apart, PairCounts repelling) {
    this(version, terms, together, apart, repelling, together.nonZero());
  }

  private FilterState(
      long version,
      IncomingTerms terms,
      PairCounts together,
      PairCounts apart,
      PairCounts repelling,
      int togetherNonZero) {
    this.version = version;
    this.terms = terms;
    this.together = together;
    this.apart = apart;
    this.repelling = repelling;
    this.togetherNonZero = togetherNonZero;
  }

  @Override
  public FilterState copy() {
    return new FilterState(version, terms, together.copy(), apart.copy(), repelling.copy(), togetherNonZero);
  }

  /** {@code by} more of this pod on the node. */
  void change(PodInfo incoming, PodInfo changed, NodeInfo node, long by) {
    for (AffinityTerm term : changed.requiredAntiAffinityTerms()) {
      String value = node.labels().get(term.topologyKey());
      if (value != null && term.matches(incoming, terms.namespaceLabels)) {
        repelling.change(term.topologyKey(), value, by);
      }
    }
    if (!terms.together.isEmpty() && meetsAll(terms.together, changed)) {
      for (int i = 0; i < together.size(); i++) {
        String value = node.labels().get(together.key(i));
        if (value != null) {
          togetherNonZero += together.change(together.key(i), value, by);
        }
      }
    }
    for (int i = 0; i < terms.apart.size(); i++) {
      String value = node.labels().get(terms.apartKeys.get(i));
      if (value != null && terms.apart.get(i).matches(changed)) {
        apart.change(terms.apartKeys.get(i), value, by);
      }
    }
  }

  static boolean meetsAll(List<Clause> clauses, PodInfo pod) {
    for (int i = 0; i < clauses.size(); i++) {
      if (!clauses.get(i).matches(pod)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a pod that meets all affinity terms is in the node's domain of each key. The first of a group of pods that want to be
   * together finds none anywhere: any node with all the keys will do.
   */
  boolean satisfiesAffinity(int id, NodeInfo node) {
    boolean podsExist = true;
    for (int i = 0; i < together.size(); i++) {
      if (!together.hasLabel(i, id, node)) {
        return false;
      }
      podsExist &= together.get(i, id, node) > 0;
    }
    return podsExist || togetherNonZero == 0 && terms.selfAffine;
  }

  /** Whether no pod is in the node's domains that the incoming pod wants to be apart from. */
  boolean satisfiesAntiAffinity(int id, NodeInfo node) {
    return !apart.anyPositive(id, node);
  }

  /** Whether no pod is in the node's domains that wants to be apart from the incoming pod. */
  boolean satisfiesExistingAntiAffinity(int id, NodeInfo node) {
    return !repelling.anyPositive(id, node);
  }
}
