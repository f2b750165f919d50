package io.berth.scheduler.internal.cache;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One node of the cache: what it is now, what the last snapshot has, and which pods came and went between the two. */
final class NodeEntry {
  final String name;

  /** Without a node object while only pods are known. */
  NodeInfo info;

  /** What the last snapshot has, or {@code null}. */
  @Nullable NodeInfo inSnapshot;

  /** The zone under which the tree has it, or {@code null} when it is not there. */
  @Nullable String zone;

  /** Whether a pod of it is out of sight only and will be back. */
  boolean held;

  /** Whether it is in the list of changed entries. */
  boolean dirty;

  private List<PodInfo> added = List.of();
  private List<PodInfo> removed = List.of();

  NodeEntry(String name) {
    this.name = name;
    this.info = NodeInfo.missing(name);
  }

  boolean hasNode() {
    return zone != null;
  }

  /** Whether neither a node nor a pod is left. */
  boolean isVoid() {
    return zone == null && info.pods().isEmpty() && !held;
  }

  void addPod(PodInfo pod) {
    info = info.withPod(pod);
    if (removed.isEmpty() || !removed.remove(pod)) {
      added = append(added, pod);
    }
  }

  void removePod(PodInfo pod) {
    info = info.withoutPod(pod.uid());
    if (added.isEmpty() || !added.remove(pod)) {
      removed = append(removed, pod);
    }
  }

  private static List<PodInfo> append(List<PodInfo> list, PodInfo pod) {
    List<PodInfo> result = list.isEmpty() ? new ArrayList<>(2) : list;
    result.add(pod);
    return result;
  }

  /** Hands out the pods that came since the last snapshot. */
  List<PodInfo> takeAdded() {
    List<PodInfo> result = added;
    added = List.of();
    return result;
  }

  /** Hands out the pods that went since the last snapshot. */
  List<PodInfo> takeRemoved() {
    List<PodInfo> result = removed;
    removed = List.of();
    return result;
  }
}
