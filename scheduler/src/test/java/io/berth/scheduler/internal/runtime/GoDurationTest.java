package io.berth.scheduler.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s", "PT10S, 10s", "PT1.5S, 1.5s", "PT15M, 15m0s", "PT1M30S, 1m30s", "PT2H, 2h0m0s", "PT25H1M1S, 25h1m1s",
    "PT0.2S, 200ms", "PT0.0015S, 1.5ms", "PT0.000002S, 2µs", "PT0.000000007S, 7ns", "PT-1M, -1m0s"
  })
  void writesDurationsAsGoDoes(Duration duration, String text) {
    assertThat(GoDuration.format(duration)).isEqualTo(text);
  }
}
