package io.berth.plugins.podtopologyspread;

import io.berth.plugins.internal.index.TopologyKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values of one topology key that admitted nodes have. */
final class Domains {
  final Inclusion inclusion;
  final TopologyKey key;
  int uses = 1;
  private final List<SpreadCounts> counts = new ArrayList<>(1);
  private int[] nodesIn = new int[4];
  private int size;

  Domains(Inclusion inclusion, TopologyKey key) {
    this.inclusion = inclusion;
    this.key = key;
  }

  /** How many domains there are. */
  int size() {
    return size;
  }

  /** Whether a value is a domain. */
  boolean contains(int value) {
    return value >= 0 && value < nodesIn.length && nodesIn[value] > 0;
  }

  /** The domain of an admitted node. */
  int of(int node) {
    int value = key.valueOf(node);
    return value == TopologyKey.ABSENT ? TopologyKey.EMPTY_VALUE : value;
  }

  void attach(SpreadCounts more) {
    counts.add(more);
  }

  void detach(SpreadCounts less) {
    counts.remove(less);
  }

  void join(int node) {
    int value = of(node);
    if (value >= nodesIn.length) {
      nodesIn = Arrays.copyOf(nodesIn, Math.max(value + 1, nodesIn.length * 2));
    }
    boolean isNew = nodesIn[value]++ == 0;
    if (isNew) {
      size++;
    }
    for (int i = 0; i < counts.size(); i++) {
      counts.get(i).join(node, value, isNew);
    }
  }

  void leave(int node) {
    int value = of(node);
    boolean isGone = --nodesIn[value] == 0;
    if (isGone) {
      size--;
    }
    for (int i = 0; i < counts.size(); i++) {
      counts.get(i).leave(node, value, isGone);
    }
  }
}
