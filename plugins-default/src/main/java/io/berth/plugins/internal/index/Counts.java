package io.berth.plugins.internal.index;

/**
 * Sums by a small non-negative number, most of which are zero and take no room: a hash table with open addressing. Reading allocates
 * nothing.
 */
public final class Counts {
  private static final int FIRST_SIZE = 4;

  /** The key plus one; zero marks a free slot. */
  private int[] keys = new int[FIRST_SIZE];

  private long[] sums = new long[FIRST_SIZE];
  private int used;
  private int nonZero;

  /** Sees the sums one by one, in no particular order. */
  @FunctionalInterface
  public interface Visitor {
    /** One sum that is not zero. */
    void visit(int key, long sum);
  }

  /** The sum of the key, zero if nothing was added. */
  public long get(int key) {
    int mask = keys.length - 1;
    for (int slot = mix(key) & mask; ; slot = (slot + 1) & mask) {
      int found = keys[slot];
      if (found == key + 1) {
        return sums[slot];
      }
      if (found == 0) {
        return 0;
      }
    }
  }

  /** Adds to the key's sum and returns the new one. */
  public long add(int key, long by) {
    int slot = slotOf(key);
    if (keys[slot] == 0) {
      if (by == 0) {
        return 0;
      }
      if ((used + 1) * 3 > keys.length * 2) {
        rehash();
        slot = slotOf(key);
      }
      keys[slot] = key + 1;
      used++;
    }
    long before = sums[slot];
    long after = before + by;
    sums[slot] = after;
    nonZero += (after == 0 ? 0 : 1) - (before == 0 ? 0 : 1);
    return after;
  }

  /** How many keys have a sum other than zero. */
  public int nonZero() {
    return nonZero;
  }

  /** Shows every sum that is not zero. */
  public void forEach(Visitor visitor) {
    for (int slot = 0; slot < keys.length; slot++) {
      if (sums[slot] != 0) {
        visitor.visit(keys[slot] - 1, sums[slot]);
      }
    }
  }

  private int slotOf(int key) {
    int mask = keys.length - 1;
    int slot = mix(key) & mask;
    while (keys[slot] != 0 && keys[slot] != key + 1) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Drops the zeros, and grows if that frees too little. */
  private void rehash() {
    int size = FIRST_SIZE;
    while (size < (nonZero + 1) * 2) {
      size *= 2;
    }
    int[] oldKeys = keys;
    long[] oldSums = sums;
    keys = new int[size];
    sums = new long[size];
    used = nonZero;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldSums[i] != 0) {
        int slot = slotOf(oldKeys[i] - 1);
        keys[slot] = oldKeys[i];
        sums[slot] = oldSums[i];
      }
    }
  }

  private static int mix(int key) {
    int h = key * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
