package io.berth.conformance.mutations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SearchTest {
  private final ExecutorService pool = Executors.newFixedThreadPool(3);

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  @Test
  void theFirstFailureIsFoundWhateverTheOthersFind() {
    Search.Found found = Search.first(seed -> seed % 7 == 0 ? "seed " + seed : "", 100, 1000, pool, 3);
    assertThat(found).isEqualTo(new Search.Found(6, "seed 105"));
  }

  @Test
  void nothingIsFoundWhereEverythingHolds() {
    assertThat(Search.first(seed -> "", 1, 50, pool, 3)).isNull();
  }
}
