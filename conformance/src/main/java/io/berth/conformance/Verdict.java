package io.berth.conformance;

import java.util.List;

/** What became of one case. */
sealed interface Verdict {

  /** Berth and upstream agree. */
  record Passed() implements Verdict {}

  /** They differ, in the listed places. */
  record Failed(List<Mismatch> mismatches) implements Verdict {
    public Failed {
      mismatches = List.copyOf(mismatches);
    }
  }

  /** The case asks for something that is not there yet; {@code reason} completes "N left out: ". */
  record LeftOut(String reason) implements Verdict {}

  /** Passed when there are no mismatches, else failed. */
  static Verdict of(List<Mismatch> mismatches) {
    return mismatches.isEmpty() ? new Passed() : new Failed(mismatches);
  }
}
