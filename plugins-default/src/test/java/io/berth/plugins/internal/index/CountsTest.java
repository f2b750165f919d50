package io.berth.plugins.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountsTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void sumsAreThoseOfAMap(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Counts counts = new Counts();
    Map<Integer, Long> plain = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      int key = random.nextInt(300);
      long by = random.nextInt(-2, 3);
      long sum = plain.merge(key, by, Long::sum);
      assertThat(counts.add(key, by)).isEqualTo(sum);
      plain.values().removeIf(value -> value == 0);
      assertThat(counts.nonZero()).isEqualTo(plain.size());
    }
    Map<Integer, Long> shown = new HashMap<>();
    counts.forEach((key, sum) -> assertThat(shown.put(key, sum)).isNull());
    assertThat(shown).isEqualTo(plain);
    for (int key = 0; key < 310; key++) {
      assertThat(counts.get(key)).isEqualTo(plain.getOrDefault(key, 0L));
    }
  }
}
