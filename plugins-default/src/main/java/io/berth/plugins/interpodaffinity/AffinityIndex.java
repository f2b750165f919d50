package io.berth.plugins.interpodaffinity;

import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotDelta.NodeChange;
import io.berth.framework.model.AffinityTerm;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.model.WeightedAffinityTerm;
import io.berth.plugins.internal.index.Clause;
import io.berth.plugins.internal.index.Lru;
import io.berth.plugins.internal.index.PodClasses;
import io.berth.plugins.internal.index.SnapshotIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms of the pods on nodes, and the pods that incoming pods' terms asked for lately, by domain, kept in step with the snapshot.
 * Pods are grouped only once an incoming pod has terms.
 */
final class AffinityIndex extends SnapshotIndex {
  private final int domainsKept;
  private final long hardPodAffinityWeight;
  private final TermIndex repelling = new TermIndex(nodes());
  private final TermIndex scoring = new TermIndex(nodes());
  private final Lru<Question, DomainPods> domains = new Lru<>(this::drop);
  private @Nullable PodClasses pods;

  private record Question(List<Clause> clauses, String topologyKey) {}

  /**
   * An empty index.
   *
   * @param hardPodAffinityWeight what required affinity of pods on nodes weighs in {@link #scoring}
   * @param domainsKept how many questions of incoming pods stay answered
   */
  AffinityIndex(long hardPodAffinityWeight, int domainsKept) {
    this.domainsKept = domainsKept;
    this.hardPodAffinityWeight = hardPodAffinityWeight;
  }

  /** Required anti-affinity of pods on nodes. */
  TermIndex repelling() {
    return repelling;
  }

  /** What pods on nodes prefer, or require of those that come after. */
  TermIndex scoring() {
    return scoring;
  }

  /** The pods that meet all clauses, by domain of the key. */
  DomainPods domains(List<Clause> clauses, String topologyKey) {
    return domains.get(
        new Question(clauses, topologyKey),
        question -> new DomainPods(nodes().acquire(topologyKey), grouped().acquire(question.clauses)));
  }

  /**
   * To be called before a cycle asks: drops what was not asked for lately, and makes sure that the index is that of the snapshot.
   *
   * @throws IllegalStateException when changes were not told
   */
  void prepare(Snapshot snapshot) {
    domains.trim(domainsKept);
    requireNodesOf(snapshot);
  }

  @Override
  protected void apply(NodeChange change) {
    int id = nodes().find(change.name());
    NodeInfo before = id >= 0 ? nodes().info(id) : null;
    NodeInfo after = change.after();
    if (pods != null && before != null) {
      for (PodInfo pod : change.removed()) {
        pods.remove(pod, id);
      }
    }
    int now = before != null && after != null && before.labels().equals(after.labels())
        ? replace(id, change, after)
        : move(id, before, after);
    if (pods != null && after != null) {
      for (PodInfo pod : change.added()) {
        pods.add(pod, now);
      }
    }
  }

  /** The domains are the same; pods may have changed. */
  private int replace(int id, NodeChange change, NodeInfo after) {
    for (PodInfo pod : change.removed()) {
      terms(pod, id, -1);
    }
    nodes().replace(id, after);
    for (PodInfo pod : change.added()) {
      terms(pod, id, 1);
    }
    return id;
  }

  /** The node comes, goes or is in other domains: with all its pods. */
  private int move(int id, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    if (before != null) {
      for (PodInfo pod : before.podsWithAffinity()) {
        terms(pod, id, -1);
      }
      domains.forEach(each -> each.leave(id));
    }
    int now = id;
    if (before != null && after == null) {
      nodes().remove(id);
    } else if (before != null && after != null) {
      nodes().replace(id, after);
      domains.forEach(each -> each.join(id));
    } else if (after != null) {
      now = nodes().add(after);
    }
    if (after != null) {
      for (PodInfo pod : after.podsWithAffinity()) {
        terms(pod, now, 1);
      }
    }
    return now;
  }

  private void terms(PodInfo pod, int node, long by) {
    if (!pod.hasAffinity()) {
      return;
    }
    for (AffinityTerm term : pod.requiredAntiAffinityTerms()) {
      repelling.add(term, node, by, 1);
    }
    if (hardPodAffinityWeight > 0) {
      for (AffinityTerm term : pod.requiredAffinityTerms()) {
        scoring.add(term, node, by, hardPodAffinityWeight);
      }
    }
    for (WeightedAffinityTerm preferred : pod.preferredAffinityTerms()) {
      scoring.add(preferred.term(), node, by, preferred.weight());
    }
    for (WeightedAffinityTerm preferred : pod.preferredAntiAffinityTerms()) {
      scoring.add(preferred.term(), node, by, -preferred.weight());
    }
  }

  private void drop(DomainPods unused) {
    unused.detach();
    grouped().release(unused.selection);
    nodes().release(unused.key);
  }

  private PodClasses grouped() {
    PodClasses known = pods;
    if (known == null) {
      known = new PodClasses();
      pods = known;
      nodes().forEachPod(known::add);
    }
    return known;
  }
}
