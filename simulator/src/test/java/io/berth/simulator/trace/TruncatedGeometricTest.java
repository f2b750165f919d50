package io.berth.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TruncatedGeometricTest {

  @Test
  void replicasAndPrioritiesHaveTheDeducedShares() {
    var replicas = new TruncatedGeometric(3, 0.8);
    assertThat(replicas.probability(1)).isCloseTo(0.4098, within(5e-5));
    assertThat(replicas.probability(2)).isCloseTo(0.3279, within(5e-5));
    assertThat(replicas.probability(3)).isCloseTo(0.2623, within(5e-5));
    assertThat(replicas.probability(0)).isZero();
    assertThat(replicas.probability(4)).isZero();
    assertThat(replicas.mean()).isCloseTo(1.8525, within(5e-5));
    var priorities = new TruncatedGeometric(4, 0.8);
    assertThat(priorities.probability(1)).isCloseTo(0.3388, within(5e-5));
    assertThat(priorities.probability(4)).isCloseTo(0.1734, within(5e-5));
  }

  @Test
  void quantilesAreAsOftenAsTheyAreProbable() {
    var priorities = new TruncatedGeometric(4, 0.8);
    int[] count = new int[5];
    for (int i = 0; i < 100_000; i++) {
      count[priorities.quantile((i + 0.5) / 100_000)]++;
    }
    for (int number = 1; number <= 4; number++) {
      assertThat(count[number] / 1e5).isCloseTo(priorities.probability(number), within(2e-5));
    }
    assertThat(priorities.quantile(0)).isEqualTo(1);
    assertThat(priorities.quantile(1)).isEqualTo(4);
    assertThat(new TruncatedGeometric(1, 0.8).quantile(0.99)).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNoDistribution() {
    assertThatThrownBy(() -> new TruncatedGeometric(0, 0.8)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TruncatedGeometric(3, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
