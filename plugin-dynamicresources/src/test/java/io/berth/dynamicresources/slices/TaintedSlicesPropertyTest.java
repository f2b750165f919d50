package io.berth.dynamicresources.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random slices and rules that come, change and go: the slices always are what the rules make of them, and changes are complete. */
class TaintedSlicesPropertyTest {

  private final TaintedSlices tracker = new TaintedSlices();
  private final Map<String, ResourceSlice> published = new TreeMap<>();
  private final Map<String, DeviceTaintRule> rules = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void slicesHaveTheTaintsOfAllRules(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < 400; step++) {
      Map<String, List<String>> before = taints();
      Set<String> reported = change(random);
      check(before, reported, "seed " + seed + ", step " + step);
    }
  }

  private Set<String> change(SplittableRandom random) {
    String name = "n" + random.nextInt(6);
    Set<String> reported = new HashSet<>();
    switch (random.nextInt(4)) {
      case 0 -> {
        ResourceSlice slice = randomSlice(name, random);
        published.put(name, slice);
        tracker.put(slice);
        reported.add(name);
      }
      case 1 -> {
        published.remove(name);
        tracker.remove(name);
        reported.add(name);
      }
      case 2 -> {
        DeviceTaintRule rule = TaintedSlicesTest.rule(name, randomSelector(random));
        rules.put(name, rule);
        tracker.putRule(rule).forEach(change -> reported.add(change.after().getMetadata().getName()));
      }
      default -> {
        rules.remove(name);
        tracker.removeRule(name).forEach(change -> reported.add(change.after().getMetadata().getName()));
      }
    }
    return reported;
  }

  private static ResourceSlice randomSlice(String name, SplittableRandom random) {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < random.nextInt(4); i++) {
      devices.add(random.nextInt(3) == 0
          ? TaintedSlicesTest.device("dev" + i, TaintedSlicesTest.taint("own"))
          : TaintedSlicesTest.device("dev" + i));
    }
    return TaintedSlicesTest.slice(name, "d" + random.nextInt(2), "p" + random.nextInt(2), devices.toArray(Device[]::new));
  }

  private static DeviceTaintSelector randomSelector(SplittableRandom random) {
    return random.nextInt(8) == 0 ? null : TaintedSlicesTest.selector(
        random.nextBoolean() ? null : "d" + random.nextInt(2),
        random.nextBoolean() ? null : "p" + random.nextInt(2),
        random.nextBoolean() ? null : "dev" + random.nextInt(3));
  }

  private Map<String, List<String>> taints() {
    Map<String, List<String>> all = new HashMap<>();
    published.keySet().forEach(name -> all.put(name, TaintedSlicesTest.taints(tracker.get(name))));
    return all;
  }

  private void check(Map<String, List<String>> before, Set<String> reported, String where) {
    for (ResourceSlice slice : published.values()) {
      String name = slice.getMetadata().getName();
      assertThat(TaintedSlicesTest.taints(tracker.get(name))).as(where).isEqualTo(expected(slice));
      if (!reported.contains(name)) {
        assertThat(before.get(name)).as(where).isEqualTo(expected(slice));
      }
    }
  }

  private List<String> expected(ResourceSlice slice) {
    List<String> expected = new ArrayList<>();
    for (Device device : slice.getSpec().getDevices()) {
      List<String> keys = new ArrayList<>(device.getTaints().stream().map(DeviceTaint::getKey).toList());
      rules.forEach((name, rule) -> {
        DeviceTaintSelector selector = rule.getSpec().getDeviceSelector();
        if (selector != null && isOr(selector.getDriver(), slice.getSpec().getDriver())
            && isOr(selector.getPool(), slice.getSpec().getPool().getName()) && isOr(selector.getDevice(), device.getName())) {
          keys.add(name);
        }
      });
      expected.add(device.getName() + keys);
    }
    return expected;
  }

  private static boolean isOr(String wanted, String name) {
    return wanted == null || wanted.equals(name);
  }
}
