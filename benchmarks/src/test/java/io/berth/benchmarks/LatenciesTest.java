package io.berth.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void percentilesAreOfTheNearestRank() {
    Latencies latencies = new Latencies(10);
    for (int i = 100; i >= 1; i--) {
      latencies.add(i);
    }

    assertThat(latencies.size()).isEqualTo(100);
    assertThat(latencies.percentile(50)).isEqualTo(50);
    assertThat(latencies.percentile(99)).isEqualTo(99);
    assertThat(latencies.percentile(100)).isEqualTo(100);
    assertThat(latencies.percentile(0)).isEqualTo(1);
  }

  @Test
  void withoutDurationsAllPercentilesAreZero() {
    assertThat(new Latencies(0).percentile(99)).isZero();
  }
}
