package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.dra.DeviceSpec.Alpha;
import io.berth.conformance.histories.dra.DeviceSpec.Extras;
import io.berth.conformance.histories.dra.DeviceSpec.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes pools and changes them: small ones, of nodes and of a network that several nodes share. */
final class PoolDraft {
  private static final List<String> EFFECTS = List.of("NoSchedule", "NoSchedule", "NoExecute", "None");

  private final RandomGenerator random;
  private final boolean alpha;
  private final TreeMap<String, PoolSpec> pools = new TreeMap<>();
  private int generation = 1;

  /**
   * Draws from this chance.
   *
   * @param alpha whether devices may have what is off by default
   */
  PoolDraft(RandomGenerator random, boolean alpha) {
    this.random = random;
    this.alpha = alpha;
  }

  /** The pool as it was made last, or {@code null}. */
  @Nullable PoolSpec get(String name) {
    return pools.get(name);
  }

  void remove(String name) {
    pools.remove(name);
  }

  PoolSpec pool(String name) {
    int units = chance(30) ? random.nextInt(2, 7) : 0;
    boolean network = PoolSpec.isNetwork(name);
    List<DeviceSpec> devices = new ArrayList<>();
    int count = random.nextInt(1, network ? 4 : 5);
    for (int i = 0; i < count; i++) {
      String kind = kind();
      boolean part = units > 0 && chance(kind.equals("s") ? 30 : 70);
      devices.add(new DeviceSpec(kind + i, model(), part ? random.nextInt(1, 5) : 0, extras()));
    }
    return keep(new PoolSpec(name, network ? reach() : Reach.node(name), generation++, units, chance(12), devices));
  }

  /** The pool, changed in one way: with another generation, or the same one as if only one slice were written. */
  PoolSpec changed(PoolSpec pool) {
    List<DeviceSpec> devices = new ArrayList<>(pool.devices());
    int at = devices.isEmpty() ? 0 : random.nextInt(devices.size());
    if (chance(45) && devices.size() > 1) {
      devices.remove(at);
    } else if (chance(50) && !devices.isEmpty()) {
      devices.set(at, devices.get(at).with(extras()));
    } else {
      // A name says whether a device is shared, since no driver would make one of these into the other while it is in use.
      DeviceSpec more = new DeviceSpec(kind() + (10 + random.nextInt(20)), model(), 0, extras());
      if (devices.stream().noneMatch(device -> device.name().equals(more.name()))) {
        devices.add(more);
      }
    }
    PoolSpec next = pool.with(devices);
    return keep(chance(60) ? next.withGeneration(generation++) : next);
  }

  private PoolSpec keep(PoolSpec pool) {
    pools.put(pool.name(), pool);
    return pool;
  }

  private @Nullable Reach reach() {
    int draw = random.nextInt(100);
    return draw < 30 ? null : draw < 55 ? Reach.ALL : labelled();
  }

  private Reach labelled() {
    return chance(75) ? new Reach("topology.kubernetes.io/zone", "z" + random.nextInt(3)) : new Reach("disk", chance(50) ? "ssd" : "hdd");
  }

  private String kind() {
    int draw = random.nextInt(100);
    return draw < 25 ? "s" : draw < 88 ? "d" : draw < 92 ? "r" : draw < 96 ? "l" : draw < 98 ? "f" : "x";
  }

  private Extras extras() {
    if (chance(25)) {
      return Extras.NONE;
    }
    Policy policy = chance(60) ? Policy.NONE : alpha && chance(40) ? Policy.HALVES : chance(50) ? Policy.RANGE : Policy.VALUES;
    return new Extras(
        random.nextInt(3),
        random.nextInt(4),
        chance(12) ? "k" + random.nextInt(2) + ":v:" + effect() : "",
        chance(40) ? Reach.node("n" + random.nextInt(4)) : chance(40) ? Reach.ALL : labelled(),
        chance(8),
        policy,
        alpha ? alpha() : Alpha.NONE);
  }

  private Alpha alpha() {
    List<String> links = chance(35) ? List.of() : chance(40) ? List.of("x", "y") : chance(50) ? List.of("y", "z") : List.of("z");
    return new Alpha(links, chance(50) ? List.of() : chance(50) ? List.of("g") : chance(50) ? List.of("h") : List.of("g", "h"));
  }

  String effect() {
    return EFFECTS.get(random.nextInt(EFFECTS.size()));
  }

  private String model() {
    return chance(60) ? "a" : "b";
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
