package io.berth.framework;

/** For plugins that keep an index of the cluster. */
public interface SnapshotListener extends Plugin {
  /**
   * Called on the scheduler's own thread before each cycle whose snapshot differs from the last one's, with all that changed since.
   * The first call has every node as new.
   */
  void changed(SnapshotDelta delta);
}
