package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.TopologyKey;
import io.berth.plugins.internal.index.ValueChanges;
import org.jspecify.annotations.Nullable;

/**
 * A constraint that a node must meet, with its counts.
 *
 * @param constraint what is asked
 * @param key the topology key
 * @param counts the pods by domain
 * @param self one if the incoming pod counts itself, else zero
 */
record HardConstraint(Constraint constraint, TopologyKey key, SpreadCounts counts, int self) {
  static HardConstraint of(Constraint constraint, SpreadCounts counts, PodInfo pod) {
    return new HardConstraint(
        constraint, counts.domains.key, counts, constraint.selector().matches(pod.labels()) ? 1 : 0);
  }

  /** What the least domain is taken to have. */
  long least(@Nullable ValueChanges changes) {
    return counts.domains(changes) < constraint.minDomains() ? 0 : counts.least(changes);
  }

  boolean appliesTo(int id, NodeInfo node) {
    return counts.domains.inclusion.admits(id, node);
  }
}
