package io.berth.framework.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a plugin's arguments, so that all of it can be told at once. Not thread-safe. */
public final class Problems {
  private final List<String> all = new ArrayList<>();

  /**
   * Notes a problem.
   *
   * @param path where, such as {@code scoringStrategy.resources[0].weight}; empty for the arguments as a whole
   * @param text the value, the limit, advice
   */
  public void add(String path, String text) {
    all.add(path.isEmpty() ? text : path + ": " + text);
  }

  /** Whether nothing is wrong so far. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** What was noted, in order. */
  public List<String> all() {
    return List.copyOf(all);
  }

  /**
   * Ends the check.
   *
   * @param what the arguments' kind
   * @throws InvalidArgsException when anything was noted
   */
  public void throwIfAny(String what) {
    if (!all.isEmpty()) {
      throw new InvalidArgsException(what, all);
    }
  }
}
