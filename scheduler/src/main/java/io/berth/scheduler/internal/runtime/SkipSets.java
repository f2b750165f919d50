package io.berth.scheduler.internal.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns flags of skipped plugins into sets of their names; the same flags give the same object. For the scheduler's own thread. */
final class SkipSets {
  private static final int KEPT = 64;

  private final String[] names;
  private final boolean[] flags;
  private final List<Entry> known = new ArrayList<>();

  private record Entry(boolean[] flags, Set<String> names) {}

  SkipSets(String[] names) {
    this.names = names;
    this.flags = new boolean[names.length];
  }

  /** Starts a set without any name. */
  void clear() {
    Arrays.fill(flags, false);
  }

  /** The i-th plugin is skipped. */
  void add(int i) {
    flags[i] = true;
  }

  /** The set. */
  Set<String> toSet() {
    for (int i = 0; i < known.size(); i++) {
      if (Arrays.equals(known.get(i).flags, flags)) {
        return known.get(i).names;
      }
    }
    Set<String> skipped = new LinkedHashSet<>();
    for (int i = 0; i < flags.length; i++) {
      if (flags[i]) {
        skipped.add(names[i]);
      }
    }
    if (known.size() == KEPT) {
      known.remove(KEPT - 1);
    }
    Set<String> result = Set.copyOf(skipped);
    known.add(0, new Entry(flags.clone(), result));
    return result;
  }
}
