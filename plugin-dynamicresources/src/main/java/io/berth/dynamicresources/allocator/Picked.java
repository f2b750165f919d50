package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Device;
import io.berth.framework.resource.ExactQuantity;
import org.jspecify.annotations.Nullable;

/**
 * A device that was chosen.
 *
 * @param claim the claim's place
 * @param wish what it is for
 * @param device the device
 * @param shared whether it is a share of the device, which gets a number of its own
 * @param consumed what the share takes of the device's capacities, in their order; {@code null} if it takes nothing
 */
record Picked(int claim, Wish wish, Device device, boolean shared, ExactQuantity @Nullable [] consumed) {

  @Override
  public String toString() {
    return wish.fullName + "=" + device;
  }
}
