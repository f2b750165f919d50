package io.berth.scheduler.internal.cache;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what the cache says in several places, and its sums with sums made afresh. */
final class CacheViolations {
  private final Map<String, NodeEntry> entries;
  private final NodeTree tree;
  private final Map<String, PodInfo> pods;
  private final Map<String, PodInfo> assumed;
  private final ClusterSnapshot snapshot;
  private final List<String> found = new ArrayList<>();

  CacheViolations(
      Map<String, NodeEntry> entries,
      NodeTree tree,
      Map<String, PodInfo> pods,
      Map<String, PodInfo> assumed,
      ClusterSnapshot snapshot) {
    this.entries = new TreeMap<>(entries);
    this.tree = tree;
    this.pods = new TreeMap<>(pods);
    this.assumed = assumed;
    this.snapshot = snapshot;
  }

  List<String> find() {
    pods();
    int nodes = 0;
    int inSnapshot = 0;
    int podsInSnapshot = 0;
    for (NodeEntry entry : entries.values()) {
      nodes += entry.hasNode() ? 1 : 0;
      sums(entry);
      snapshotOf(entry);
      if (entry.inSnapshot != null) {
        inSnapshot++;
        podsInSnapshot += entry.inSnapshot.pods().size();
      }
    }
    check(nodes == tree.size(), nodes + " nodes, but " + tree.size() + " in the tree");
    check(inSnapshot == snapshot.nodes().size(), "the snapshot has " + snapshot.nodes().size() + " nodes, not " + inSnapshot);
    check(podsInSnapshot == snapshot.podCount(), "the snapshot counts " + snapshot.podCount() + " pods, not " + podsInSnapshot);
    return List.copyOf(found);
  }

  private void pods() {
    for (PodInfo pod : pods.values()) {
      NodeEntry entry = entries.get(pod.nodeName());
      check(
          entry != null && entry.info.pod(pod.uid()) == pod,
          "pod " + pod.key() + " is not on its node " + pod.nodeName());
    }
    for (PodInfo pod : assumed.values()) {
      check(pods.get(pod.uid()) == pod, "assumed pod " + pod.key() + " is not a pod of the cache");
    }
  }

  private void sums(NodeEntry entry) {
    NodeInfo fresh = NodeInfo.missing(entry.name);
    for (PodInfo pod : entry.info.pods()) {
      check(pods.get(pod.uid()) == pod, "node " + entry.name + " has pod " + pod.key() + ", which the cache has not");
      fresh = fresh.withPod(pod);
    }
    NodeInfo info = entry.info;
    if (!fresh.requested().equals(info.requested())) { // the words would cost more than the question
      check(false, entry.name + " requests " + info.requested() + ", not " + fresh.requested());
    }
    check(
        fresh.nonZeroRequestedMilliCpu() == info.nonZeroRequestedMilliCpu()
            && fresh.nonZeroRequestedMemory() == info.nonZeroRequestedMemory(),
        entry.name + ": the non-zero requests are not those of its pods");
    check(
        fresh.podsWithAffinity().size() == info.podsWithAffinity().size()
            && fresh.podsWithRequiredAntiAffinity().size() == info.podsWithRequiredAntiAffinity().size(),
        entry.name + ": the pods with affinity are not those of its pods");
  }

  private void snapshotOf(NodeEntry entry) {
    check(snapshot.node(entry.name) == entry.inSnapshot, "the snapshot of " + entry.name + " is not the noted one");
    if (!entry.dirty) {
      check(
          entry.inSnapshot == (entry.hasNode() ? entry.info : null),
          entry.name + " differs from the snapshot and is not marked as changed");
      check(!entry.isVoid(), entry.name + " is kept for nothing");
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      found.add("cache: " + otherwise);
    }
  }
}
