package io.berth.plugins.internal.index;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.List;

/** Pods that come to the nodes of a cluster, change and go at random. */
public final class PodChurn {
  private final RandomObjects random;
  private final TestCluster cluster;
  private final List<PodInfo> placed = new ArrayList<>();

  /** Draws from this chance, and changes this cluster. */
  public PodChurn(RandomObjects random, TestCluster cluster) {
    this.random = random;
    this.cluster = cluster;
  }

  /** The pod comes to one of the nodes, if there are any; it may be on its way out. */
  public void place(PodBuilder pod) {
    List<NodeInfo> nodes = cluster.nodes();
    if (!nodes.isEmpty()) {
      place(pod, random.any(nodes).name());
    }
  }

  private void place(PodBuilder pod, String node) {
    if (random.chance(10)) {
      pod.editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata();
    }
    PodInfo info = RandomObjects.info(pod.editSpec().withNodeName(node).endSpec().build());
    cluster.put(info);
    placed.add(info);
  }

  /** One of the pods goes, if there are any. */
  public void removePod() {
    if (!placed.isEmpty()) {
      remove(random.any(placed));
    }
  }

  private void remove(PodInfo pod) {
    cluster.remove(pod);
    placed.remove(pod);
  }

  /** One of the pods has other labels, if there are any. */
  public void relabelPod() {
    if (!placed.isEmpty()) {
      PodInfo before = random.any(placed);
      remove(before);
      place(before.pod().edit().editMetadata().withLabels(random.labels()).endMetadata(), before.nodeName());
    }
  }

  /** The node goes with its pods. */
  public void removeNode(String name) {
    cluster.removeNode(name);
    placed.removeIf(pod -> pod.nodeName().equals(name));
  }
}
