package io.berth.dynamicresources.slices;

/**
 * Remembers which selectors match a device, by the selectors' numbers: a small table that grows up to a bound and then
 * forgets: an entry gives way to the next one with its place. Thread-safe: an entry is one {@code int}, so that a race costs at most a second evaluation.
 */
final class SelectorMemo {

  private static final int FIRST = 4;
  static final int LARGEST = 256;
  private static final int HIGHEST_SELECTOR = Integer.MAX_VALUE >>> 1;
  private static final int NO = 1;
  private static final int YES = 2;
  private static final int[] NOTHING = new int[1];

  private volatile int[] table = NOTHING;

  /** -1 if it is not known, 0 for no, 1 for yes. */
  int get(int selector) {
    int[] current = table;
    int entry = current[selector & (current.length - 1)];
    return entry >>> 2 == selector && (entry & 3) != 0 ? (entry & 3) - 1 : -1;
  }

  /** Remembers it; but for numbers for which an entry has no room. */
  void put(int selector, boolean matches) {
    if (selector < 0 || selector > HIGHEST_SELECTOR) {
      return;
    }
    int[] current = table;
    int slot = selector & (current.length - 1);
    if (current == NOTHING || current[slot] != 0 && current[slot] >>> 2 != selector && current.length < LARGEST) {
      current = grown(current, selector);
      slot = selector & (current.length - 1);
      table = current;
    }
    current[slot] = selector << 2 | (matches ? YES : NO);
  }

  /** A table in which neither the entries so far nor the selector share a place, or the largest one. */
  private static int[] grown(int[] current, int selector) {
    for (int length = Math.max(FIRST, current.length * 2); ; length *= 2) {
      int[] larger = new int[length];
      boolean apart = true;
      for (int entry : current) {
        if (entry != 0) {
          int slot = entry >>> 2 & (length - 1);
          apart &= larger[slot] == 0;
          larger[slot] = entry;
        }
      }
      int own = larger[selector & (length - 1)];
      if (apart && (own == 0 || own >>> 2 == selector) || length == LARGEST) {
        return larger;
      }
    }
  }
}
