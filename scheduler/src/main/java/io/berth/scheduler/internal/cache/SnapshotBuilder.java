package io.berth.scheduler.internal.cache;

import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotDelta.NodeChange;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes each snapshot out of the one before and the entries that have changed. */
final class SnapshotBuilder {
  private final List<NodeEntry> dirty = new ArrayList<>();
  private final List<NodeEntry> settled = new ArrayList<>();
  private ClusterSnapshot current = ClusterSnapshot.EMPTY;
  private boolean orderChanged;

  ClusterSnapshot current() {
    return current;
  }

  /** Notes that the entry differs from the last snapshot. */
  void touch(NodeEntry entry) {
    if (!entry.dirty) {
      entry.dirty = true;
      dirty.add(entry);
    }
  }

  /** Notes that nodes came, went or changed their zone. */
  void orderChanged() {
    orderChanged = true;
  }

  /** The entries that the last update has dealt with. */
  List<NodeEntry> settled() {
    return settled;
  }

  SnapshotDelta update(NodeTree tree, ImageCounts.Live images) {
    settled.clear();
    if (dirty.isEmpty()) {
      return new SnapshotDelta(current, List.of());
    }
    List<NodeChange> changes = new ArrayList<>(dirty.size());
    int podCount = current.podCount();
    ChunkedNodes.Editor editor = orderChanged ? null : current.nodes().edit();
    for (NodeEntry entry : dirty) {
      NodeInfo before = entry.inSnapshot;
      NodeInfo after = entry.hasNode() ? entry.info : null;
      NodeChange change = change(entry, before, after);
      entry.dirty = false;
      entry.inSnapshot = after;
      if (change == null) {
        continue;
      }
      changes.add(change);
      podCount += (after == null ? 0 : after.pods().size()) - (before == null ? 0 : before.pods().size());
      if (editor != null && after != null) {
        editor.set(current.indexOf(entry.name), after);
      }
    }
    settled.addAll(dirty);
    dirty.clear();
    if (changes.isEmpty() && !orderChanged) {
      return new SnapshotDelta(current, List.of());
    }
    current = next(tree, images, editor, podCount);
    orderChanged = false;
    return new SnapshotDelta(current, List.copyOf(changes));
  }

  private ClusterSnapshot next(
      NodeTree tree, ImageCounts.Live images, ChunkedNodes.@Nullable Editor editor, int podCount) {
    long version = current.version() + 1;
    if (editor != null) {
      return new ClusterSnapshot(editor.done(), current.order(), images.freeze(), podCount, version);
    }
    NodeEntry[] list = tree.list();
    NodeInfo[] nodes = new NodeInfo[list.length];
    for (int i = 0; i < list.length; i++) {
      nodes[i] = list[i].info;
    }
    return new ClusterSnapshot(ChunkedNodes.of(nodes), new NodeOrder(list), images.freeze(), podCount, version);
  }

  private static @Nullable NodeChange change(NodeEntry entry, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    List<PodInfo> added = entry.takeAdded();
    List<PodInfo> removed = entry.takeRemoved();
    if (before == after) {
      return null;
    }
    if (before == null && after != null) {
      return new NodeChange(null, after, List.of(), List.copyOf(after.pods()));
    }
    if (after == null && before != null) {
      return new NodeChange(before, null, List.copyOf(before.pods()), List.of());
    }
    return new NodeChange(before, after, List.copyOf(removed), List.copyOf(added));
  }
}
