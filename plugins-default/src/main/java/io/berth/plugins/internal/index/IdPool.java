package io.berth.plugins.internal.index;

import java.util.Arrays;

/** Hands out small numbers and takes them back for the next who asks. */
final class IdPool {
  private int[] free = new int[4];
  private int freeCount;
  private int next;

  int take() {
    return freeCount > 0 ? free[--freeCount] : next++;
  }

  void giveBack(int id) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = id;
  }
}
