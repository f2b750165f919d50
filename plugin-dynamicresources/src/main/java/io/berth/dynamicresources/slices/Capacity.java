package io.berth.dynamicresources.slices;

import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One capacity of a device.
 *
 * @param name the name, as it was published
 * @param value how much there is
 * @param policy how parts of it are requested; {@code null} if anything goes
 */
public record Capacity(String name, ExactQuantity value, @Nullable Policy policy) {

  /**
   * What may be requested.
   *
   * @param byDefault the amount if a request names none
   * @param range the bounds and steps
   * @param validValues the amounts that can be had, ascending; {@code null} if they are not listed
   */
  public record Policy(
      @Nullable ExactQuantity byDefault, @Nullable Range range, @Nullable List<ExactQuantity> validValues) {}

  /**
   * Bounds and steps of a request.
   *
   * @param min the least amount
   * @param max the largest amount
   * @param step what is above the least amount is a multiple of it
   */
  public record Range(@Nullable ExactQuantity min, @Nullable ExactQuantity max, @Nullable ExactQuantity step) {}

  /** Reads the capacities of a device, by name. */
  static List<Capacity> listOf(@Nullable Map<String, DeviceCapacity> capacities) {
    if (capacities == null || capacities.isEmpty()) {
      return List.of();
    }
    List<Capacity> read = new ArrayList<>(capacities.size());
    new TreeMap<>(capacities).forEach((name, capacity) ->
        read.add(new Capacity(name, quantity(capacity.getValue()), policy(capacity.getRequestPolicy()))));
    return List.copyOf(read);
  }

  private static ExactQuantity quantity(io.fabric8.kubernetes.api.model.@Nullable Quantity quantity) {
    return quantity == null ? ExactQuantity.ZERO : ExactQuantity.of(quantity);
  }

  private static @Nullable Policy policy(@Nullable CapacityRequestPolicy policy) {
    if (policy == null) {
      return null;
    }
    Range range = policy.getValidRange() == null ? null
        : new Range(optional(policy.getValidRange().getMin()), optional(policy.getValidRange().getMax()),
            optional(policy.getValidRange().getStep()));
    List<ExactQuantity> values = policy.getValidValues() == null || policy.getValidValues().isEmpty() ? null
        : policy.getValidValues().stream().map(ExactQuantity::of).toList();
    return new Policy(optional(policy.getDefault()), range, values);
  }

  private static @Nullable ExactQuantity optional(io.fabric8.kubernetes.api.model.@Nullable Quantity quantity) {
    return quantity == null ? null : ExactQuantity.of(quantity);
  }
}
