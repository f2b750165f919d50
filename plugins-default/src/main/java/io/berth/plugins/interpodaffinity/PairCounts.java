package io.berth.plugins.interpodaffinity;

import io.berth.framework.model.NodeInfo;
import io.berth.plugins.internal.index.Counts;
import io.berth.plugins.internal.index.TopologyKey;
import io.berth.plugins.internal.index.ValueChanges;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts of pods by pair of topology key and value: for each key, sums that are the index's own, and what a simulation changes about
 * them.
 */
final class PairCounts {
  /** More sums than this are added up once, instead of node by node. */
  private static final int SUMS_PER_KEY = 4;

  private KeyCounts[] keys;

  private PairCounts(KeyCounts[] keys) {
    this.keys = keys;
  }

  /** One key; what is changed belongs to one simulation. */
  private static final class KeyCounts {
    private final String name;
    private final @Nullable TopologyKey key;
    private Counts[] sums;
    private @Nullable ValueChanges changes;

    KeyCounts(String name, @Nullable TopologyKey key, Counts[] sums, @Nullable ValueChanges changes) {
      this.name = name;
      this.key = key;
      this.sums = sums;
      this.changes = changes;
    }

    long base(int value) {
      long sum = 0;
      if (value >= 0) {
        for (Counts each : sums) {
          sum += each.get(value);
        }
      }
      return sum;
    }

    long base(String value) {
      return key == null ? 0 : base(key.idOf(value));
    }
  }

  static PairCounts none() {
    return new PairCounts(new KeyCounts[0]);
  }

  /** Adds sums to those of their key. */
  void include(TopologyKey key, Counts sums) {
    for (KeyCounts known : keys) {
      if (known.key == key) {
        Counts[] more = Arrays.copyOf(known.sums, known.sums.length + 1);
        more[known.sums.length] = sums;
        known.sums = more;
        return;
      }
    }
    append(new KeyCounts(key.name(), key, new Counts[] {sums}, null));
  }

  /** Adds up the sums of keys that have many. To be called when all are included. */
  PairCounts compact() {
    for (KeyCounts key : keys) {
      if (key.sums.length > SUMS_PER_KEY) {
        Counts total = new Counts();
        for (Counts sums : key.sums) {
          sums.forEach(total::add);
        }
        key.sums = new Counts[] {total};
      }
    }
    return this;
  }

  /** The same counts, to be changed on their own. */
  PairCounts copy() {
    KeyCounts[] copied = new KeyCounts[keys.length];
    for (int i = 0; i < keys.length; i++) {
      KeyCounts key = keys[i];
      copied[i] = new KeyCounts(key.name, key.key, key.sums, key.changes == null ? null : key.changes.copy());
    }
    return new PairCounts(copied);
  }

  /** How many keys there are. */
  int size() {
    return keys.length;
  }

  /** The name of the i-th key. */
  String key(int i) {
    return keys[i].name;
  }

  /** Whether the node has a label of the i-th key. */
  boolean hasLabel(int i, int id, NodeInfo node) {
    TopologyKey key = keys[i].key;
    return key == null ? node.labels().containsKey(keys[i].name) : key.valueOf(id, node) != TopologyKey.ABSENT;
  }

  /** The count of the i-th key and the node's value of it. */
  long get(int i, int id, NodeInfo node) {
    KeyCounts counts = keys[i];
    long sum = counts.key == null ? 0 : counts.base(counts.key.valueOf(id, node));
    if (counts.changes != null) {
      String value = node.labels().get(counts.name);
      sum += value == null ? 0 : counts.changes.get(value);
    }
    return sum;
  }

  /** Whether any of the node's pairs has a count above zero. */
  boolean anyPositive(int id, NodeInfo node) {
    for (int i = 0; i < keys.length; i++) {
      if (get(i, id, node) > 0) {
        return true;
      }
    }
    return false;
  }

  /** How many pairs have a count other than zero, if each key has one sum. */
  int nonZero() {
    int nonZero = 0;
    for (KeyCounts key : keys) {
      for (Counts sums : key.sums) {
        nonZero += sums.nonZero();
      }
    }
    return nonZero;
  }

  /**
   * Changes the count of a pair in this simulation.
   *
   * @return by how much the number of pairs with a count other than zero has changed
   */
  int change(String key, String value, long by) {
    KeyCounts counts = find(key);
    ValueChanges changes = counts.changes == null ? new ValueChanges() : counts.changes;
    counts.changes = changes;
    long before = counts.base(value) + changes.get(value);
    changes.add(value, by);
    return (before + by == 0 ? 0 : 1) - (before == 0 ? 0 : 1);
  }

  private KeyCounts find(String name) {
    for (KeyCounts known : keys) {
      if (known.name.equals(name)) {
        return known;
      }
    }
    KeyCounts made = new KeyCounts(name, null, new Counts[0], null);
    append(made);
    return made;
  }

  private void append(KeyCounts more) {
    keys = Arrays.copyOf(keys, keys.length + 1);
    keys[keys.length - 1] = more;
  }
}
