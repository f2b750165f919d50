package io.berth.conformance.histories;

import java.util.Objects;

/** A failure for people: the shortest history that fails in the same way, and what happens in it. */
final class ShrunkFailure {
  private ShrunkFailure() {}

  static String of(History history, HistoryRun.Result result) {
    History shortest = Shrinker.shrink(history, Objects.requireNonNull(result.rule()));
    HistoryRun.Result again = HistoryRun.of(shortest);
    return "the shortest history that was found to fail like that:\n"
        + shortest
        + "\nwhat happens:\n"
        + again.story()
        + "\n"
        + again.rule()
        + ": "
        + again.message();
  }
}
