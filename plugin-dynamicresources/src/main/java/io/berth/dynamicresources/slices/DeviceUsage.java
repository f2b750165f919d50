package io.berth.dynamicresources.slices;

import io.berth.framework.resource.ExactQuantity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is allocated of a device. Immutable. Everything is counted, so that taking back is the exact inverse of adding.
 *
 * @param exclusive how many allocations hold all of it; more than one is an error that somebody else made
 * @param shares how many allocations hold a share of it
 * @param consumed the capacity that the shares take, by name; {@code null} if none is on record, which is not the same as
 *     nothing being taken
 */
public record DeviceUsage(int exclusive, int shares, @Nullable Map<String, ExactQuantity> consumed) {

  /** Nothing of it is allocated. */
  public static final DeviceUsage NONE = new DeviceUsage(0, 0, null);

  /** Nobody changes the map. */
  public DeviceUsage {
    consumed = consumed == null ? null : Map.copyOf(consumed);
  }

  /** Whether it is in use in any way. */
  public boolean isAllocated() {
    return exclusive > 0 || isShared();
  }

  /** Whether shares of it are in use. */
  public boolean isShared() {
    return shares > 0 || consumed != null;
  }

  /** One allocation of all of it more, or fewer if negative. */
  public DeviceUsage plusExclusive(int count) {
    return new DeviceUsage(Math.max(0, exclusive + count), shares, consumed);
  }

  /** Shares more, or fewer if negative. */
  public DeviceUsage plusShares(int count) {
    return new DeviceUsage(exclusive, Math.max(0, shares + count), consumed);
  }

  /** More capacity taken. */
  public DeviceUsage plusConsumed(Map<String, ExactQuantity> added) {
    Map<String, ExactQuantity> sum = consumed == null ? new HashMap<>() : new HashMap<>(consumed);
    added.forEach((name, amount) -> sum.merge(name, amount, ExactQuantity::plus));
    return new DeviceUsage(exclusive, shares, sum);
  }

  /** Less capacity taken; nothing is on record any more when all of it is zero. */
  public DeviceUsage minusConsumed(Map<String, ExactQuantity> removed) {
    if (consumed == null) {
      return this;
    }
    Map<String, ExactQuantity> rest = new HashMap<>(consumed);
    removed.forEach((name, amount) -> rest.computeIfPresent(name, (n, had) -> had.minus(amount)));
    return new DeviceUsage(exclusive, shares, rest.values().stream().allMatch(ExactQuantity::isZero) ? null : rest);
  }
}
