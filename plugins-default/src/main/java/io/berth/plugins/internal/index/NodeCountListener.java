package io.berth.plugins.internal.index;

/** Hears how many of a selection's pods come to a node or go. */
@FunctionalInterface
public interface NodeCountListener {
  /** {@code by} more pods on the node; fewer when negative. */
  void changed(int node, long by);
}
