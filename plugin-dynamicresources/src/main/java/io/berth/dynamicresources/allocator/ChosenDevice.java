package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.framework.resource.ExactQuantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A device that a search has chosen, for whoever wants to tell of it. Immutable.
 *
 * @param claim the claim's place among those given
 * @param device the device
 * @param adminAccess whether it is only looked at, and stays free for others
 * @param consumed what is taken of its capacities, by name; empty if it is had alone
 */
public record ChosenDevice(int claim, DeviceId device, boolean adminAccess, Map<String, ExactQuantity> consumed) {
  /** Copies the map; the order of the names is kept. */
  public ChosenDevice {
    consumed = Collections.unmodifiableMap(new LinkedHashMap<>(consumed));
  }

  static ChosenDevice of(Picked picked) {
    Map<String, ExactQuantity> consumed = new LinkedHashMap<>();
    ExactQuantity[] amounts = picked.consumed();
    for (int i = 0; amounts != null && i < amounts.length; i++) {
      consumed.put(picked.device().capacities().get(i).name(), amounts[i]);
    }
    return new ChosenDevice(picked.claim(), picked.device().id(), picked.wish().adminAccess, consumed);
  }
}
