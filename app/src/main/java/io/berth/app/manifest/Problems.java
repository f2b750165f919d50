package io.berth.app.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects everything that is wrong with an input, so that the user sees it all at once. Errors make the input unusable; warnings tell
 * what was left out. Warnings of one kind are kept once, with a count. Not thread-safe.
 */
public final class Problems {

  /** How many errors (and how many kinds of warning) are kept; the rest is counted. */
  public static final int CAP = 50;

  private final List<Problem> errors = new ArrayList<>();
  private final Map<String, Counted> warnings = new LinkedHashMap<>();
  private long errorCount;
  private long warningCount;

  /** Adds an error. */
  public void error(Problem problem) {
    errorCount++;
    if (errors.size() < CAP) {
      errors.add(problem);
    }
  }

  /**
   * Adds a warning.
   *
   * @param kind warnings of the same kind are told once, with a count
   */
  public void warning(String kind, Problem problem) {
    warningCount++;
    var known = warnings.get(kind);
    if (known != null) {
      known.count++;
    } else if (warnings.size() < CAP) {
      warnings.put(kind, new Counted(problem));
    }
  }

  /** Whether the input cannot be used. */
  public boolean hasErrors() {
    return errorCount > 0;
  }

  /** How many errors there are, those that were not kept included. */
  public long errorCount() {
    return errorCount;
  }

  /** How many warnings there are, repetitions included. */
  public long warningCount() {
    return warningCount;
  }

  /** The errors, in the order of the input, and a last line for those that were not kept. */
  public List<String> errors() {
    var lines = new ArrayList<String>();
    errors.forEach(e -> lines.add(e.toString()));
    if (errorCount > errors.size()) {
      lines.add("and " + (errorCount - errors.size()) + " more errors");
    }
    return List.copyOf(lines);
  }

  /** The warnings, one line a kind, in the order in which the kinds came up. */
  public List<String> warnings() {
    var lines = new ArrayList<String>();
    long told = 0;
    for (var w : warnings.values()) {
      told += w.count;
      lines.add(w.count == 1 ? w.first.toString() : w.first + " (" + w.count + " times; this is the first)");
    }
    if (told < warningCount) {
      lines.add("and " + (warningCount - told) + " more warnings");
    }
    return List.copyOf(lines);
  }

  private static final class Counted {
    final Problem first;
    long count = 1;

    Counted(Problem first) {
      this.first = first;
    }
  }
}
