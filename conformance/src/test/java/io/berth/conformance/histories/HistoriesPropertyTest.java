package io.berth.conformance.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.SeededCases;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short share of the random histories; {@code conformance/histories} runs as many as are wanted. */
class HistoriesPropertyTest {
  private static final int COUNT = 150;

  @Test
  void everythingHoldsInEveryHistory() {
    Long only = Long.getLong(SeededCases.SEED_PROPERTY);
    long first = only == null ? 1 : only;
    long last = only == null ? COUNT : only;
    for (long seed = first; seed <= last; seed++) {
      History history = HistoryGenerator.of(seed, HistoryGenerator.Options.DEFAULTS);
      HistoryRun.Result result = HistoryRun.of(history);
      if (!result.passed()) {
        throw new AssertionError(
            "seed " + seed + " fails; run it alone with -D" + SeededCases.SEED_PROPERTY + "=" + seed + ": " + result.rule() + ": "
                + result.message() + "\n" + ShrunkFailure.of(history, result));
      }
    }
  }

  /** What they found was in the engine or in a rule; it must not come back. */
  @ParameterizedTest
  @ValueSource(longs = {7622})
  void everythingHoldsInHistoriesThatOnceFailed(long seed) {
    HistoryRun.Result result = HistoryRun.of(HistoryGenerator.of(seed, HistoryGenerator.Options.DEFAULTS));
    assertThat(result.passed()).as(result.rule() + ": " + result.message()).isTrue();
  }

  @Test
  void theSameSeedMakesTheSameHistoryAndTheSameStory() {
    for (long seed = 1; seed <= 10; seed++) {
      History history = HistoryGenerator.of(seed, HistoryGenerator.Options.DEFAULTS);
      assertThat(HistoryGenerator.of(seed, HistoryGenerator.Options.DEFAULTS)).isEqualTo(history);
      assertThat(HistoryRun.of(history)).isEqualTo(HistoryRun.of(history));
    }
  }

  @Test
  void seedsSideBySideHaveNothingInCommon() {
    History one = HistoryGenerator.of(1, HistoryGenerator.Options.DEFAULTS);
    History other = HistoryGenerator.of(2, HistoryGenerator.Options.DEFAULTS);
    assertThat(one.steps()).doesNotContainAnyElementsOf(other.steps().stream().filter(step -> step.action() instanceof Action.AddPod).toList());
  }

  @Test
  void withoutFaultsNothingGoesWrong() {
    History history = HistoryGenerator.of(3, new HistoryGenerator.Options(8, false, List.of()));
    assertThat(history.steps())
        .extracting(History.Step::action)
        .noneMatch(action -> action instanceof Action.BreakWrite || action instanceof Action.BreakWatch || action instanceof Action.Crash);
    assertThat(HistoryRun.of(history).story()).doesNotContain("fault:");
  }
}
