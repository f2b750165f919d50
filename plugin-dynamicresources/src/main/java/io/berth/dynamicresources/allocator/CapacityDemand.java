package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Capacity;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.framework.resource.ExactQuantity;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request takes of the capacities of a device, whatever is in use: amounts rounded as the device's policies say.
 * Immutable.
 *
 * <p>Source: structured/internal/experimental/consumable_capacity.go, v1.37.2.
 */
final class CapacityDemand {

  private static final ExactQuantity LARGEST = ExactQuantity.ofValue(Long.MAX_VALUE);
  private static final String NOT_REPRESENTABLE = "capacity request cannot be represented in the device's range arithmetic";

  private final List<Capacity> capacities;
  private final boolean fractions;
  /** By the place of the capacity. */
  private final ExactQuantity[] amounts;
  private final boolean fitsAlone;
  private final boolean possible;
  private final @Nullable String error;

  private CapacityDemand(Map<String, ExactQuantity> requested, List<Capacity> capacities, boolean fractions) {
    this.capacities = capacities;
    this.fractions = fractions;
    this.amounts = new ExactQuantity[capacities.size()];
    if (!names(capacities, requested)) {
      this.possible = false;
      this.fitsAlone = false;
      this.error = null;
      return;
    }
    String problem = null;
    for (int i = 0; i < amounts.length && problem == null; i++) {
      Capacity capacity = capacities.get(i);
      try {
        amounts[i] = amount(requested.get(capacity.name()), capacity);
        problem = amounts[i].signum() < 0 ? "capacity value is negative" : null;
      } catch (ArithmeticException e) {
        problem = e.getMessage();
      }
      problem = problem == null ? null : "capacity \"" + capacity.name() + "\": " + problem;
    }
    this.error = problem;
    boolean allowed = problem == null;
    boolean fits = allowed;
    for (int i = 0; i < amounts.length && allowed; i++) {
      allowed = !violates(amounts[i], capacities.get(i).policy());
      fits &= allowed && amounts[i].compareTo(capacities.get(i).value()) <= 0;
    }
    this.possible = allowed;
    this.fitsAlone = fits;
  }

  /**
   * The demand of a request on a device.
   *
   * @param requested the amounts asked for, by name
   * @param capacities the device's capacities
   * @param fractions whether steps and bounds may be fractions
   */
  static CapacityDemand of(Map<String, ExactQuantity> requested, List<Capacity> capacities, boolean fractions) {
    return new CapacityDemand(requested, capacities, fractions);
  }

  private static boolean names(List<Capacity> capacities, Map<String, ExactQuantity> requested) {
    int found = 0;
    for (Capacity capacity : capacities) {
      found += requested.containsKey(capacity.name()) ? 1 : 0;
    }
    return found == requested.size();
  }

  /** Why the request cannot be answered for the device at all; {@code null} if it can. */
  @Nullable String error() {
    return error;
  }

  List<Capacity> capacities() {
    return capacities;
  }

  /** What is taken, by the place of the capacity. */
  ExactQuantity[] amounts() {
    return amounts;
  }

  /** Whether the device has that much, beside what its shares take and what this search has given away. */
  boolean fits(DeviceUsage usage, ExactQuantity @Nullable [] given) {
    Map<String, ExactQuantity> consumed = usage.consumed();
    if (consumed == null && given == null) {
      return fitsAlone;
    }
    if (!possible) {
      return false;
    }
    for (int i = 0; i < amounts.length; i++) {
      ExactQuantity sum = amounts[i];
      ExactQuantity before = consumed == null ? null : consumed.get(capacities.get(i).name());
      sum = before == null ? sum : before.plus(sum);
      sum = given == null ? sum : sum.plus(given[i]);
      if (sum.compareTo(capacities.get(i).value()) > 0) {
        return false;
      }
    }
    return true;
  }

  private ExactQuantity amount(@Nullable ExactQuantity requested, Capacity capacity) {
    Capacity.Policy policy = capacity.policy();
    if (requested == null) {
      return policy != null && policy.byDefault() != null ? policy.byDefault() : capacity.value();
    }
    if (policy == null) {
      return requested;
    }
    Capacity.Range range = policy.range();
    if (range != null && range.min() != null) {
      return roundedUp(requested, range, range.min());
    }
    if (policy.validValues() != null) {
      for (ExactQuantity value : policy.validValues()) {
        if (requested.compareTo(value) <= 0) {
          return value;
        }
      }
    }
    return requested;
  }

  private ExactQuantity roundedUp(ExactQuantity requested, Capacity.Range range, ExactQuantity min) {
    if (requested.compareTo(min) < 0) {
      return min;
    }
    ExactQuantity step = range.step();
    if (step == null) {
      return requested;
    }
    boolean milli = inMilli(range);
    if (milli ? !isMilli(requested) : requested.compareTo(LARGEST) > 0) {
      throw new ArithmeticException(NOT_REPRESENTABLE + ": request " + requested
          + (milli ? " is not a representable milli value" : " exceeds MaxInt64"));
    }
    long least = milli ? min.milliValueCeil() : min.valueCeil();
    long one = milli ? step.milliValueCeil() : step.valueCeil();
    if (one == 0) {
      return requested;
    }
    long above = (milli ? requested.milliValueCeil() : requested.valueCeil()) - least;
    long steps = above / one + (above % one == 0 ? 0 : 1);
    BigInteger rounded = BigInteger.valueOf(one).multiply(BigInteger.valueOf(steps)).add(BigInteger.valueOf(least));
    if (rounded.bitLength() > 63) {
      throw new ArithmeticException(NOT_REPRESENTABLE + ": rounding request " + requested + " up to the next step passes "
          + (milli ? "the milli-value range" : "MaxInt64"));
    }
    ExactQuantity exact = min.plus(step.times(steps));
    ExactQuantity whole = milli ? ExactQuantity.ofMilli(rounded.longValue()) : ExactQuantity.ofValue(rounded.longValue());
    return exact.equals(whole) ? exact : whole;
  }

  /** Whether bounds and step are exact in thousandths. */
  private boolean inMilli(Capacity.Range range) {
    return fractions && (range.min() == null || isMilli(range.min())) && (range.max() == null || isMilli(range.max()))
        && (range.step() == null || isMilli(range.step()) && range.step().milliValueCeil() >= 1);
  }

  private static boolean isMilli(ExactQuantity amount) {
    return ExactQuantity.ofMilli(amount.milliValueCeil()).equals(amount);
  }

  private boolean violates(ExactQuantity amount, Capacity.@Nullable Policy policy) {
    if (policy == null || amount.equals(policy.byDefault())) {
      return false;
    }
    Capacity.Range range = policy.range();
    if (range != null) {
      return range.max() != null && amount.compareTo(range.max()) > 0 || missesStep(amount, range);
    }
    return policy.validValues() != null && !policy.validValues().contains(amount);
  }

  private boolean missesStep(ExactQuantity amount, Capacity.Range range) {
    if (range.step() == null || range.min() == null) {
      return false;
    }
    boolean milli = inMilli(range);
    if (milli && !isMilli(amount)) {
      return true;
    }
    long step = milli ? range.step().milliValueCeil() : range.step().valueCeil();
    long above = milli ? amount.milliValueCeil() - range.min().milliValueCeil() : amount.valueCeil() - range.min().valueCeil();
    return step != 0 && above % step != 0;
  }
}
