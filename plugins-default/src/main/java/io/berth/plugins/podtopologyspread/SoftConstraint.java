package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.Counts;
import io.berth.plugins.internal.index.NodeTable;
import io.berth.plugins.internal.index.TopologyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A constraint that nodes are ranked by: counted by domain or, for host names, node by node. */
final class SoftConstraint {
  private static final String HOSTNAME = "kubernetes.io/hostname";

  final TopologyKey key;
  private final Constraint constraint;
  private final String namespace;
  private final @Nullable SpreadCounts domains;
  private final @Nullable Counts nodes;

  private SoftConstraint(
      Constraint constraint,
      String namespace,
      TopologyKey key,
      @Nullable SpreadCounts domains,
      @Nullable Counts nodes) {
    this.constraint = constraint;
    this.namespace = namespace;
    this.key = key;
    this.domains = domains;
    this.nodes = nodes;
  }

  static boolean isByNode(Constraint constraint) {
    return constraint.topologyKey().equals(HOSTNAME);
  }

  static SoftConstraint byNode(Constraint constraint, String namespace, SpreadIndex.NodePods pods) {
    return new SoftConstraint(constraint, namespace, pods.key(), null, pods.selection().perNode());
  }

  static SoftConstraint byDomain(Constraint constraint, String namespace, SpreadCounts counts) {
    return new SoftConstraint(constraint, namespace, counts.domains.key, counts, null);
  }

  boolean isByNode() {
    return nodes != null;
  }

  int maxSkew() {
    return constraint.maxSkew();
  }

  /** The pods in the node's domain, or on the node. */
  long count(NodeTable table, int id, int value, NodeInfo node) {
    if (domains != null) {
      return domains.get(value);
    }
    return nodes != null && table.isCurrent(id, node) ? nodes.get(id) : countOn(node);
  }

  /** For nodes of a simulation, whose pods the index does not know. */
  private long countOn(NodeInfo node) {
    if (constraint.selector().isEverything()) {
      return 0;
    }
    long count = 0;
    List<PodInfo> pods = node.pods();
    for (int i = 0; i < pods.size(); i++) {
      PodInfo pod = pods.get(i);
      if (!pod.terminating() && pod.namespace().equals(namespace) && constraint.selector().matches(pod.labels())) {
        count++;
      }
    }
    return count;
  }
}
