package io.berth.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TruncatedParetoTest {

  @Test
  void theIndexOfRequestsIsTheDeducedOne() {
    assertThat(TruncatedPareto.withMean(0.125, 0.05, 0.5).index()).isCloseTo(1.0571, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({"4, 0.03047, 0.041, 0.57, 0.73, 0.13", "8, 0.02085, 0.068, 0.53, 0.69, 0.13", "16, 0.01249, 0.114, 0.49, 0.65, 0.13"})
  void interArrivalsAreTheDeducedOnes(double mean, double index, double median, double belowTenth, double belowOne, double aboveTwoMeans) {
    var interArrivals = TruncatedPareto.withMean(mean, 1e-4, 16 * mean);
    assertThat(interArrivals.index()).isCloseTo(index, within(1e-3));
    assertThat(interArrivals.quantile(0.5)).isCloseTo(median, within(5e-4));
    assertThat(interArrivals.cdf(0.1)).isCloseTo(belowTenth, within(5e-3));
    assertThat(interArrivals.cdf(1)).isCloseTo(belowOne, within(5e-3));
    assertThat(1 - interArrivals.cdf(2 * mean)).isCloseTo(aboveTwoMeans, within(5e-3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-3, -1e-9, 0, 1e-9, 0.5, 1, 1 + 1e-9, 2, 20})
  void itsPartsAgreeForAnyIndex(double index) {
    var pareto = new TruncatedPareto(2, 50, index);
    int steps = 10_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double u = (i + 0.5) / steps;
      double x = pareto.quantile(u);
      assertThat(pareto.cdf(x)).isCloseTo(u, within(1e-9));
      sum += x;
    }
    assertThat(sum / steps).isCloseTo(pareto.mean(), within(1e-3));
    assertThat(pareto.quantile(0)).isEqualTo(2);
    assertThat(pareto.quantile(1)).isCloseTo(50, within(1e-9));
    assertThat(pareto.cdf(1.9)).isZero();
    assertThat(pareto.cdf(51)).isEqualTo(1);
    assertThat(TruncatedPareto.withMean(pareto.mean(), 2, 50).index()).isCloseTo(index, within(1e-6));
  }

  @Test
  void atAMomentLivesAreFoundAsOftenAsTheyAreLong() {
    var lives = TruncatedPareto.withMean(500, 2, 86_400);
    var random = new Random(5);
    double[] all = new double[200_000];
    double sum = 0;
    for (int i = 0; i < all.length; i++) {
      all[i] = lives.quantile(random.nextDouble());
      sum += all[i];
    }
    for (double limit : new double[] {10, 100, 1000, 10_000}) {
      double share = 0;
      for (double life : all) {
        share += life <= limit ? life / sum : 0;
      }
      assertThat(lives.lengthBiased().cdf(limit)).as("up to " + limit).isCloseTo(share, within(0.02));
    }
  }

  @Test
  void refusesWhatIsNoDistribution() {
    assertThatThrownBy(() -> new TruncatedPareto(2, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TruncatedPareto(0, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TruncatedPareto.withMean(3, 1, 2)).hasMessageContaining("cannot have mean 3");
    assertThatThrownBy(() -> TruncatedPareto.withMean(1, 1, 2)).hasMessageContaining("cannot have mean 1");
  }
}
