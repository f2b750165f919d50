package io.berth.plugins.podtopologyspread;

import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotDelta.NodeChange;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.Clause;
import io.berth.plugins.internal.index.Lru;
import io.berth.plugins.internal.index.PodClasses;
import io.berth.plugins.internal.index.Selection;
import io.berth.plugins.internal.index.SnapshotIndex;
import io.berth.plugins.internal.index.TopologyKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counts that constraints asked for lately, kept in step with the snapshot. Pods are grouped only once a constraint asks for the
 * first count.
 */
final class SpreadIndex extends SnapshotIndex {
  private final int countsKept;
  private final int inclusionsKept;
  private final Map<InclusionRule, Inclusion> inclusions = new LinkedHashMap<>();
  private final Lru<Question, SpreadCounts> counts = new Lru<>(this::drop);
  private final Lru<NodeQuestion, NodePods> nodePods = new Lru<>(this::drop);
  private @Nullable PodClasses pods;

  private record Question(InclusionRule rule, String topologyKey, Clause clause) {}

  private record NodeQuestion(String topologyKey, Clause clause) {}

  /** The pods of a selection on each node, and the nodes' values. */
  record NodePods(TopologyKey key, Selection selection) {}

  /**
   * An empty index.
   *
   * @param countsKept how many questions stay answered
   * @param inclusionsKept about how many different sets of nodes
   */
  SpreadIndex(int countsKept, int inclusionsKept) {
    this.countsKept = countsKept;
    this.inclusionsKept = inclusionsKept;
  }

  @Override
  protected void apply(NodeChange change) {
    NodeInfo after = change.after();
    int id = nodes().find(change.name());
    if (pods != null && id >= 0) {
      for (PodInfo pod : change.removed()) {
        remove(pods, pod, id);
      }
    }
    if (after == null) {
      if (id >= 0) {
        inclusions.values().forEach(inclusion -> inclusion.leave(id));
        nodes().remove(id);
      }
      return;
    }
    int now = id >= 0 ? replace(id, after) : add(after);
    if (pods != null) {
      for (PodInfo pod : change.added()) {
        add(pods, pod, now);
      }
    }
  }

  private int add(NodeInfo node) {
    int id = nodes().add(node);
    inclusions.values().forEach(inclusion -> inclusion.join(id, node));
    return id;
  }

  private int replace(int id, NodeInfo now) {
    NodeInfo before = nodes().info(id);
    if (before != null && before.labels().equals(now.labels()) && before.taints().equals(now.taints())) {
      nodes().replace(id, now);
      return id;
    }
    inclusions.values().forEach(inclusion -> inclusion.leave(id));
    nodes().replace(id, now);
    inclusions.values().forEach(inclusion -> inclusion.join(id, now));
    return id;
  }

  /** Pods that are being deleted do not count. */
  private static void add(PodClasses pods, PodInfo pod, int node) {
    if (!pod.terminating()) {
      pods.add(pod, node);
    }
  }

  private static void remove(PodClasses pods, PodInfo pod, int node) {
    if (!pod.terminating()) {
      pods.remove(pod, node);
    }
  }

  /**
   * To be called before a cycle asks for counts: drops what was not asked for lately, and makes sure that the index is that of the
   * snapshot.
   *
   * @throws IllegalStateException when changes were not told
   */
  void prepare(Snapshot snapshot) {
    counts.trim(countsKept);
    nodePods.trim(countsKept);
    while (inclusions.size() > inclusionsKept) {
      counts.dropEldest();
    }
    requireNodesOf(snapshot);
  }

  /** The counts for a constraint: of the pods that the clause picks, by value of the key, over the nodes that the rule admits. */
  SpreadCounts counts(InclusionRule rule, String topologyKey, Clause clause) {
    return counts.get(new Question(rule, topologyKey, clause), this::make);
  }

  /** The pods that the clause picks, node by node. */
  NodePods nodePods(String topologyKey, Clause clause) {
    return nodePods.get(
        new NodeQuestion(topologyKey, clause),
        question -> new NodePods(nodes().acquire(topologyKey), grouped().acquire(List.of(question.clause))));
  }

  private SpreadCounts make(Question question) {
    Inclusion inclusion = inclusions.computeIfAbsent(question.rule, rule -> new Inclusion(rule, nodes()));
    Domains domains = inclusion.acquire(question.topologyKey, nodes());
    return new SpreadCounts(domains, grouped().acquire(List.of(question.clause)));
  }

  private void drop(SpreadCounts unused) {
    unused.detach();
    grouped().release(unused.selection);
    Inclusion inclusion = unused.domains.inclusion;
    inclusion.release(unused.domains, nodes());
    if (inclusion.isUnused()) {
      inclusions.remove(inclusion.rule);
    }
  }

  private void drop(NodePods unused) {
    grouped().release(unused.selection);
    nodes().release(unused.key);
  }

  private PodClasses grouped() {
    PodClasses known = pods;
    if (known == null) {
      PodClasses all = new PodClasses();
      known = all;
      pods = all;
      nodes().forEachPod((pod, id) -> add(all, pod, id));
    }
    return known;
  }
}
