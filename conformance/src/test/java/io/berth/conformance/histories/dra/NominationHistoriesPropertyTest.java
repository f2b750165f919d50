package io.berth.conformance.histories.dra;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.conformance.histories.FailureSearch;
import io.berth.testkit.SeededCases;
import org.junit.jupiter.api.Test;

/**
 * A short share of the random histories in which pods preempt each other for devices; {@code conformance/histories --with preemption,dra} runs
 * as many as are wanted.
 */
class NominationHistoriesPropertyTest {
  private static final int COUNT = 30;

  @Test
  void everythingHoldsInEveryHistory() {
    FailureSearch histories = new FailureSearch("preemption,dra");
    Long only = Long.getLong(SeededCases.SEED_PROPERTY);
    long first = only == null ? 1 : only;
    for (long seed = first; seed < first + (only == null ? COUNT : 1); seed++) {
      assertThat(histories.apply(seed)).as("conformance/histories --with preemption,dra --count 1 --seed " + seed).isEmpty();
    }
  }
}
