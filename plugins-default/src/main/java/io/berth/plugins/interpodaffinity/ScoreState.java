package io.berth.plugins.interpodaffinity;

import io.berth.framework.StateData;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.internal.index.Counts;
import io.berth.plugins.internal.index.NodeTable;
import io.berth.plugins.internal.index.TopologyKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What PreScore leaves for Score: sums by domain, each with a factor. Never changes once it is in the cycle state.
 *
 * <p>Source: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go, v1.37.2.
 */
final class ScoreState implements StateData<ScoreState> {
  /** More sums of a key than this are added up once, instead of node by node. */
  private static final int PARTS_PER_KEY = 4;

  final long version;
  private final List<KeyParts> keys = new ArrayList<>(2);

  ScoreState(long version) {
    this.version = version;
  }

  private record Part(Counts sums, long factor) {}

  private record KeyParts(TopologyKey key, List<Part> parts) {}

  @Override
  public ScoreState copy() {
    return this;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  void include(TopologyKey key, Counts sums, long factor) {
    for (KeyParts known : keys) {
      if (known.key == key) {
        known.parts.add(new Part(sums, factor));
        return;
      }
    }
    List<Part> parts = new ArrayList<>(2);
    parts.add(new Part(sums, factor));
    keys.add(new KeyParts(key, parts));
  }

  /** Adds up the sums of keys that have many. To be called when all are included. */
  void compact() {
    for (KeyParts key : keys) {
      if (key.parts.size() > PARTS_PER_KEY) {
        Counts total = new Counts();
        for (Part part : key.parts) {
          part.sums.forEach((value, sum) -> total.add(value, sum * part.factor));
        }
        key.parts.clear();
        key.parts.add(new Part(total, 1));
      }
    }
  }

  long score(NodeTable nodes, NodeInfo node) {
    int id = nodes.find(node);
    long score = 0;
    for (int k = 0; k < keys.size(); k++) {
      KeyParts key = keys.get(k);
      int value = key.key.valueOf(id, node);
      if (value >= 0) {
        for (int i = 0; i < key.parts.size(); i++) {
          Part part = key.parts.get(i);
          score += part.sums.get(value) * part.factor;
        }
      }
    }
    return score;
  }
}
