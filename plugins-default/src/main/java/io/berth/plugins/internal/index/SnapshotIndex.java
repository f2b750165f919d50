package io.berth.plugins.internal.index;

import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotDelta.NodeChange;
import io.berth.framework.SnapshotListener;

/**
 * An index that follows the snapshot, delta by delta, and notices when somebody reads it who has missed one. Changed on the scheduler's own
 * thread, between cycles or at their start; read by filters and scores.
 */
public abstract class SnapshotIndex {
  private final NodeTable nodes = new NodeTable();
  private long version;

  /** An index that knows no node. */
  protected SnapshotIndex() {}

  /** Takes over what has changed; to be called with every delta, see {@link SnapshotListener}. */
  public final void changed(SnapshotDelta delta) {
    version++;
    for (NodeChange change : delta.nodes()) {
      apply(change);
    }
  }

  /** Takes over the change of one node. */
  protected abstract void apply(NodeChange change);

  /** The nodes of the snapshot. */
  public final NodeTable nodes() {
    return nodes;
  }

  /** Grows with every change of the cluster. */
  public final long version() {
    return version;
  }

  /**
   * Makes sure that nothing has changed since a cycle took something from the index.
   *
   * @throws IllegalStateException when the version was another one then
   */
  public final void requireVersion(long then) {
    if (then != version) {
      throw new IllegalStateException("the snapshot has changed since the cycle began");
    }
  }

  /**
   * Makes sure that the index is that of the snapshot.
   *
   * @throws IllegalStateException when changes were not told
   */
  protected final void requireNodesOf(Snapshot snapshot) {
    if (snapshot.nodes().size() != nodes.size()) {
      throw new IllegalStateException(
          "the index knows " + nodes.size() + " nodes and the snapshot has " + snapshot.nodes().size()
              + ": changed was not called with every delta");
    }
  }
}
