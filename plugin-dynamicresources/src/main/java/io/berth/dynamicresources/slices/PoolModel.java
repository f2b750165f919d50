package io.berth.dynamicresources.slices;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One complete generation of a pool, on whatever nodes: its devices have dense numbers, its counters too. Immutable.
 *
 * <p>Source: structured/internal/experimental/pools_experimental.go buildPool, v1.37.2.
 */
public final class PoolModel {

  private static final int[] NOWHERE = new int[0];

  private final PoolId id;
  private final List<Slice> slices;
  private final Device[] devices;
  private final CounterPlan counters;
  private final @Nullable String invalidReason;
  private final PoolLedger untouched;
  private final @Nullable Set<String> current;
  private volatile @Nullable Map<String, int[]> numbers;

  /**
   * A model.
   *
   * @param slices the slices, ordered by name
   * @param current the devices of the newest generation, if these slices are of an older one, which some nodes still go by
   */
  PoolModel(PoolId id, List<Slice> slices, Features features, @Nullable Set<String> current) {
    this.id = id;
    this.current = current;
    this.slices = List.copyOf(slices);
    List<Device> all = new ArrayList<>();
    List<Slice> counterSlices = new ArrayList<>();
    String reason = null;
    for (Slice slice : slices) {
      reason = reason == null ? slice.problem() : reason;
      if (slice.holdsCounters(features)) {
        counterSlices.add(slice);
      } else {
        all.addAll(slice.devices());
      }
    }
    CounterPlan plan = CounterPlan.NONE;
    if (features.partitionableDevices()) {
      try {
        plan = CounterPlan.of(counterSlices, all);
      } catch (CounterPlan.Invalid e) {
        reason = reason == null ? e.getMessage() : reason;
      }
    }
    this.devices = all.toArray(new Device[0]);
    this.counters = plan;
    this.invalidReason = reason;
    this.untouched = PoolLedger.untouched(this);
  }

  /** Which pool it is. */
  public PoolId id() {
    return id;
  }

  /** The number of devices. */
  public int size() {
    return devices.length;
  }

  /** The device with the number. */
  public Device device(int number) {
    return devices[number];
  }

  /** The slices, by name. */
  List<Slice> slices() {
    return slices;
  }

  CounterPlan counters() {
    return counters;
  }

  /** What the device with the number takes of counters; {@code null} if it takes nothing. */
  public @Nullable CounterUse counterUse(int number) {
    return counters.use(number);
  }

  /** Why nothing can be allocated, whatever the node; {@code null} if something can. */
  @Nullable String invalidReason() {
    return invalidReason;
  }

  /** What is free if nothing is allocated. */
  public PoolLedger untouched() {
    return untouched;
  }

  /** Whether the device is still published. One that only an older generation has may be another one than the one that was allocated. */
  boolean isCurrent(String name) {
    return current == null || current.contains(name);
  }

  /** The numbers of the devices with this name: none if it is not published, and several only in an invalid pool. */
  int[] numbersOf(String name) {
    Map<String, int[]> known = numbers;
    if (known == null) {
      known = new HashMap<>(devices.length * 2);
      for (int i = 0; i < devices.length; i++) {
        int number = i;
        known.merge(devices[i].name(), new int[] {number}, PoolModel::joined);
      }
      numbers = known;
    }
    return known.getOrDefault(name, NOWHERE);
  }

  private static int[] joined(int[] a, int[] b) {
    int[] both = java.util.Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
