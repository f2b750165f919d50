package io.berth.framework;

import java.util.Set;

/** What a PreFilter plugin decided. */
public sealed interface PreFilterDecision {
  /** Every node is to be looked at. */
  record AllNodes() implements PreFilterDecision {}

  /**
   * Only these nodes are to be looked at. The others count as unresolvable.
   *
   * @param names names of nodes, present or not; empty is allowed
   */
  record Only(Set<String> names) implements PreFilterDecision {
    /** Copies the names. */
    public Only {
      names = Set.copyOf(names);
    }
  }

  /** The plugin has nothing to filter for this pod: its Filter and PreFilterExtensions are left out. */
  record Skip() implements PreFilterDecision {}

  /**
   * The pod is rejected, or an error occurred.
   *
   * @param status neither success nor skip
   */
  record Reject(Status status) implements PreFilterDecision {
    /** Checks the status. */
    public Reject {
      if (status.isSuccess() || status.isSkip()) {
        throw new IllegalArgumentException("a rejection needs a status that rejects, not " + status.code());
      }
    }
  }

  /** The shared {@link AllNodes}. */
  AllNodes ALL_NODES = new AllNodes();

  /** The shared {@link Skip}. */
  Skip SKIP = new Skip();

  /** Only these nodes. */
  static PreFilterDecision only(Set<String> names) {
    return new Only(names);
  }

  /** A rejection. */
  static PreFilterDecision reject(Status status) {
    return new Reject(status);
  }
}
