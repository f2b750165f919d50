package io.berth.dynamicresources.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.SeededCases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PersistentMapTest {

  /** Few hash codes for many keys. */
  private record Key(int number) {
    @Override
    public int hashCode() {
      return number % 7 * 0x01000000;
    }
  }

  @Test
  void saysWhatAHashMapSaysAndOldVersionsStayAsTheyWere() {
    SeededCases.of(60).check(random -> {
      PersistentMap<Object, Integer> map = PersistentMap.empty();
      Map<Object, Integer> model = new HashMap<>();
      List<PersistentMap<Object, Integer>> versions = new ArrayList<>();
      List<Map<Object, Integer>> models = new ArrayList<>();
      for (int step = 0; step < 300; step++) {
        int number = random.nextInt(80);
        Object key = number % 2 == 0 ? new Key(number) : (Object) ("key" + number);
        if (random.nextInt(3) == 0) {
          map = map.without(key);
          model.remove(key);
        } else {
          map = map.with(key, step);
          model.put(key, step);
        }
        versions.add(map);
        models.add(new HashMap<>(model));
      }
      for (int i = 0; i < versions.size(); i += 13) {
        Map<Object, Integer> content = new HashMap<>();
        versions.get(i).forEach(content::put);
        assertThat(content).isEqualTo(models.get(i));
        assertThat(versions.get(i).size()).isEqualTo(models.get(i).size());
        for (Map.Entry<Object, Integer> entry : models.get(i).entrySet()) {
          assertThat(versions.get(i).get(entry.getKey())).isEqualTo(entry.getValue());
        }
        assertThat(versions.get(i).get("absent")).isNull();
      }
    });
  }
}
