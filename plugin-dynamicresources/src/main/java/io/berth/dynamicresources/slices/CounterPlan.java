package io.berth.dynamicresources.slices;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.QuantityFormatException;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a pool with dense numbers, and what its devices take of them. Each counter is measured in the largest unit
 * that divides all of its amounts, so that 64 bits nearly always do; where they do not, amounts are exact all the same.
 *
 * <p>Source: structured/internal/experimental/pools_experimental.go getAndValidateCounterSets,
 * validateDeviceCounterConsumption, v1.37.2.
 */
final class CounterPlan {

  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
  static final CounterPlan NONE =
      new CounterPlan(new Numbers(List.of(), new BigInteger[0], 0), new long[0], null, new CounterUse[0], false);

  final Numbers numbers;
  final long[] totals;
  final BigInteger @Nullable [] exactTotals;
  /** By the device's number; null for a device that takes nothing. */
  final @Nullable CounterUse[] uses;
  final boolean groups;

  /**
   * How counters are numbered and measured.
   *
   * @param names {@code set/counter}, by number
   * @param units what one is, in 10^-9, by number
   * @param sets how many counter sets there are; they are numbered in the order in which they are published
   */
  record Numbers(List<String> names, BigInteger[] units, int sets) {}

  private CounterPlan(
      Numbers numbers, long[] totals, BigInteger @Nullable [] exactTotals, @Nullable CounterUse[] uses, boolean groups) {
    this.numbers = numbers;
    this.totals = totals;
    this.exactTotals = exactTotals;
    this.uses = uses;
    this.groups = groups;
  }

  /** What a pool's slices say cannot be used. */
  static final class Invalid extends Exception {
    private static final long serialVersionUID = 1L;

    Invalid(String reason) {
      super(reason, null, false, false);
    }
  }

  static CounterPlan of(List<Slice> counterSlices, List<Device> devices) throws Invalid {
    if (counterSlices.isEmpty() && devices.stream().noneMatch(Device::usesCounters)) {
      return NONE;
    }
    try {
      return new Builder(counterSlices, devices).build();
    } catch (QuantityFormatException e) {
      throw new Invalid("counter cannot be read: " + e.getMessage());
    }
  }

  /** The use of a device, by its number. */
  @Nullable CounterUse use(int device) {
    return uses.length == 0 ? null : uses[device];
  }

  private static final class Builder {
    private final Map<String, Map<String, Integer>> numbersOfSets = new HashMap<>();
    private final Map<String, Integer> setNumbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<BigInteger> totals = new ArrayList<>();
    private final List<Device> devices;
    private final List<Map<Integer, BigInteger>> amounts = new ArrayList<>();
    private boolean groups;

    Builder(List<Slice> counterSlices, List<Device> devices) throws Invalid {
      this.devices = devices;
      for (Slice slice : counterSlices) {
        for (CounterSet set : slice.sharedCounters()) {
          if (setNumbers.putIfAbsent(set.getName(), setNumbers.size()) != null) {
            throw new Invalid("duplicate counter set name " + set.getName());
          }
          Map<String, Integer> ofSet = new HashMap<>();
          for (Map.Entry<String, Counter> counter : sorted(set.getCounters()).entrySet()) {
            ofSet.put(counter.getKey(), totals.size());
            names.add(set.getName() + "/" + counter.getKey());
            totals.add(nanos(counter.getValue()));
          }
          numbersOfSets.put(set.getName(), ofSet);
        }
      }
      for (Device device : devices) {
        amounts.add(amountsOf(device));
      }
    }

    private Map<Integer, BigInteger> amountsOf(Device device) throws Invalid {
      Map<Integer, BigInteger> taken = new TreeMap<>();
      for (DeviceCounterConsumption consumption : device.consumesCounters()) {
        Map<String, Integer> ofSet = numbersOfSets.get(consumption.getCounterSet());
        if (ofSet == null) {
          throw new Invalid("counter set " + consumption.getCounterSet() + " not found");
        }
        for (Map.Entry<String, Counter> counter : sorted(consumption.getCounters()).entrySet()) {
          Integer number = ofSet.get(counter.getKey());
          if (number == null) {
            throw new Invalid("counter " + counter.getKey() + " not found in counter set " + consumption.getCounterSet());
          }
          BigInteger amount = nanos(counter.getValue());
          if (amount.signum() < 0) {
            throw new Invalid("device " + device.name() + " takes a negative amount of counter " + counter.getKey());
          }
          taken.merge(number, amount, BigInteger::add);
        }
      }
      return taken;
    }

    CounterPlan build() {
      BigInteger[] units = new BigInteger[totals.size()];
      BigInteger[] sums = new BigInteger[totals.size()];
      for (int c = 0; c < units.length; c++) {
        units[c] = totals.get(c).abs();
        sums[c] = totals.get(c).abs();
      }
      for (Map<Integer, BigInteger> taken : amounts) {
        taken.forEach((c, amount) -> {
          units[c] = units[c].gcd(amount);
          sums[c] = sums[c].add(amount);
        });
      }
      boolean fits = true;
      for (int c = 0; c < units.length; c++) {
        units[c] = units[c].signum() == 0 ? BigInteger.ONE : units[c];
        fits &= sums[c].divide(units[c]).bitLength() < 62;
      }
      long[] narrow = new long[units.length];
      BigInteger[] wide = new BigInteger[units.length];
      for (int c = 0; c < units.length; c++) {
        wide[c] = totals.get(c).divide(units[c]);
        narrow[c] = wide[c].longValue();
      }
      CounterUse[] uses = new CounterUse[devices.size()];
      for (int d = 0; d < uses.length; d++) {
        if (devices.get(d).usesCounters()) {
          uses[d] = use(devices.get(d), amounts.get(d), units, fits);
        }
      }
      return new CounterPlan(new Numbers(List.copyOf(names), units, setNumbers.size()), narrow, fits ? null : wide, uses, groups);
    }

    private CounterUse use(Device device, Map<Integer, BigInteger> taken, BigInteger[] units, boolean fits) {
      int[] counters = taken.keySet().stream().mapToInt(Integer::intValue).toArray();
      BigInteger[] wide = new BigInteger[counters.length];
      for (int i = 0; i < counters.length; i++) {
        wide[i] = taken.getOrDefault(counters[i], BigInteger.ZERO).divide(units[counters[i]]);
      }
      List<CounterUse.Membership> memberships = new ArrayList<>();
      for (DeviceCounterConsumption consumption : device.consumesCounters()) {
        List<String> declared =
            consumption.getCompatibilityGroups() == null ? List.of() : List.copyOf(consumption.getCompatibilityGroups());
        groups |= !declared.isEmpty();
        memberships.add(new CounterUse.Membership(setNumbers.getOrDefault(consumption.getCounterSet(), 0), declared));
      }
      long[] narrow = Arrays.stream(wide).mapToLong(BigInteger::longValue).toArray();
      return new CounterUse(counters, narrow, fits ? null : wide, memberships);
    }

    private static Map<String, Counter> sorted(@Nullable Map<String, Counter> counters) {
      return counters == null ? Map.of() : new TreeMap<>(counters);
    }

    private static BigInteger nanos(Counter counter) {
      return counter.getValue() == null ? BigInteger.ZERO
          : ExactQuantity.of(counter.getValue()).times(NANOS.longValue()).exactValueCeil();
    }
  }
}
