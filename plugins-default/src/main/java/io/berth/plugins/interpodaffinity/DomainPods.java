package io.berth.plugins.interpodaffinity;

import io.berth.plugins.internal.index.Counts;
import io.berth.plugins.internal.index.NodeCountListener;
import io.berth.plugins.internal.index.Selection;
import io.berth.plugins.internal.index.TopologyKey;

/** How many pods of a selection are in each domain of a topology key. */
final class DomainPods implements NodeCountListener {
  final TopologyKey key;
  final Selection selection;
  final Counts counts = new Counts();

  DomainPods(TopologyKey key, Selection selection) {
    this.key = key;
    this.selection = selection;
    selection.perNode().forEach(this::changed);
    selection.attach(this);
  }

  void detach() {
    selection.detach(this);
  }

  @Override
  public void changed(int node, long by) {
    int value = key.valueOf(node);
    if (value != TopologyKey.ABSENT && by != 0) {
      counts.add(value, by);
    }
  }

  /** The node is about to change its labels or to go. */
  void leave(int node) {
    changed(node, -selection.perNode().get(node));
  }

  /** The node has changed its labels. */
  void join(int node) {
    changed(node, selection.perNode().get(node));
  }
}
