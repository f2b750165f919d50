package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What changed from one snapshot to the next.
 *
 * @param snapshot the new snapshot
 * @param nodes one entry for each node that changed, at most one a node, in the order of their first change
 */
public record SnapshotDelta(Snapshot snapshot, List<NodeChange> nodes) {
  /**
   * One node's change.
   *
   * @param before the node as the last snapshot had it, or {@code null} when it is new
   * @param after the node as this snapshot has it, or {@code null} when it is gone
   * @param removed pods that were there before and are no longer (for a changed pod: its old version)
   * @param added pods that are there now and were not before (for a changed pod: its new version)
   */
  public record NodeChange(
      @Nullable NodeInfo before, @Nullable NodeInfo after, List<PodInfo> removed, List<PodInfo> added) {
    /** The node's name. */
    public String name() {
      NodeInfo some = after != null ? after : before;
      if (some == null) {
        throw new IllegalStateException("a change of a node that never was");
      }
      return some.name();
    }

    /** Whether the node object itself changed (labels, taints, allocatable), came or went. */
    public boolean nodeChanged() {
      return before == null || after == null || before.node() != after.node();
    }
  }
}
