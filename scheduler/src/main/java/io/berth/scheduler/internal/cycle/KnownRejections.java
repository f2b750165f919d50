package io.berth.scheduler.internal.cycle;

import io.berth.framework.CycleState;
import io.berth.framework.NodeChanges;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.queue.Nominator;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why each node has turned a pod down, so that Filter need not be run again on nodes that have not changed: when the pod, or one like it,
 * is tried again. Only a search that finds no node at all is remembered, since it is those that look at every node, again and again. Pods
 * are alike if they have the same priority and all Filter plugins say that their answers depend on the same.
 *
 * <p>For the scheduler's own thread.
 */
final class KnownRejections implements NodeChanges.Listener {
  private static final int KINDS = 4;

  private final Nominator nominator;
  private final Map<Kind, ByNode> kinds =
      new LinkedHashMap<>(KINDS, 1, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Kind, ByNode> eldest) {
          return size() > KINDS;
        }
      };

  /** Pods that are alike. Runners are equal by identity. */
  private record Kind(ProfileRunner profile, int priority, Object signature) {}

  /** Knows nothing yet, and forgets what it knows of nodes when these change. */
  KnownRejections(Nominator nominator, NodeChanges changes) {
    this.nominator = nominator;
    changes.addListener(this);
  }

  @Override
  public void changed(String node) {
    kinds.values().forEach(known -> known.forget(node));
  }

  @Override
  public void allChanged() {
    kinds.clear();
  }

  /** What is known for the pod at the start of its search; {@code null} if nothing is. */
  @Nullable OfPod of(ProfileRunner profile, CycleState state, PodInfo pod, ClusterSnapshot snapshot) {
    if (kinds.isEmpty()) {
      return null;
    }
    Object signature = profile.filterSignature(state, pod);
    Kind kind = signature == null ? null : new Kind(profile, pod.priority(), signature);
    ByNode known = kind == null ? null : kinds.get(kind);
    if (kind == null || known == null) {
      return null;
    }
    if (!known.snapshot.hasOrderOf(snapshot)) {
      kinds.remove(kind);
      return null;
    }
    known.snapshot = snapshot;
    return new OfPod(known, pod);
  }

  /** A search that looked at all nodes found none for the pod. */
  void learn(ProfileRunner profile, CycleState state, PodInfo pod, ClusterSnapshot snapshot, NodeStatuses statuses) {
    Object signature = profile.filterSignature(state, pod);
    if (signature != null) {
      ByNode known = new ByNode(snapshot);
      kinds.put(new Kind(profile, pod.priority(), signature), known);
      OfPod ofPod = new OfPod(known, pod);
      statuses.forEach((status, index) -> ofPod.put(index, snapshot.nodes().get(index), status));
    }
  }

  /** By the places of nodes in snapshots of one order. */
  private static final class ByNode {
    private final NodeInfo[] nodes;
    private final @Nullable Status[] statuses;
    private ClusterSnapshot snapshot;

    ByNode(ClusterSnapshot snapshot) {
      int size = snapshot.nodes().size();
      this.nodes = new NodeInfo[size];
      this.statuses = new Status[size];
      this.snapshot = snapshot;
    }

    void forget(String node) {
      int index = snapshot.indexOf(node);
      if (index >= 0) {
        statuses[index] = null;
      }
    }
  }

  /** What is known of pods that are alike, in a search for one of them. */
  final class OfPod {
    private final ByNode known;
    private final int own;

    private OfPod(ByNode known, PodInfo pod) {
      this.known = known;
      String nominated = nominator.nominatedNode(pod.uid());
      this.own = nominated == null ? -1 : known.snapshot.indexOf(nominated);
    }

    /** Why the node turns the pod down; {@code null} if that has to be seen. */
    @Nullable Status find(int index, NodeInfo node) {
      return known.nodes[index] == node && index != own ? known.statuses[index] : null;
    }

    /** The node turns the pod down. A pod is not tried beside itself, and gets an answer of its own where it is nominated. */
    void put(int index, NodeInfo node, Status status) {
      if (index != own) {
        known.nodes[index] = node;
        known.statuses[index] = status;
      }
    }
  }
}
