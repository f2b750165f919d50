package io.berth.plugins.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void namesAreFoundAsInAMap(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NameTable table = new NameTable();
    Map<String, Integer> plain = new HashMap<>();
    for (int i = 0; i < 3_000; i++) {
      String name = "node-" + random.nextInt(120);
      if (plain.containsKey(name)) {
        table.remove(name);
        plain.remove(name);
      } else {
        table.add(name, i);
        plain.put(name, i);
      }
      assertThat(table.size()).isEqualTo(plain.size());
      if (i % 50 == 0) {
        for (int n = 0; n < 121; n++) {
          assertThat(table.get("node-" + n)).isEqualTo(plain.getOrDefault("node-" + n, NameTable.NONE));
        }
      }
    }
  }
}
