package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.NodeInfo;
import io.berth.plugins.internal.index.TopologyKey;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which values of a key some nodes have. A node without the label has the empty value. */
final class SeenValues {
  private final TopologyKey key;
  private final BitSet known = new BitSet();
  private @Nullable Set<String> unknown;

  SeenValues(TopologyKey key) {
    this.key = key;
  }

  void see(int id, NodeInfo node) {
    int value = key.valueOf(id, node);
    if (value != TopologyKey.UNKNOWN) {
      known.set(value == TopologyKey.ABSENT ? TopologyKey.EMPTY_VALUE : value);
      return;
    }
    Set<String> others = unknown == null ? new HashSet<>() : unknown;
    unknown = others;
    others.add(node.labels().get(key.name()));
  }

  int count() {
    return known.cardinality() + (unknown == null ? 0 : unknown.size());
  }
}
