package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an allocation takes, read once: for those that are made and taken back again and again. Immutable and thread-safe.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/allocateddevices.go foreachAllocatedDevice, v1.37.2.
 */
public final class TakenDevices {

  /**
   * A device, or a share of it.
   *
   * @param id which one
   * @param isShare whether others may have shares, too
   * @param consumed the capacity that the share takes; {@code null} if none is on record
   */
  record Taken(DeviceId id, boolean isShare, @Nullable Map<String, ExactQuantity> consumed) {}

  private final List<Taken> taken;
  private final List<DeviceId> ids;

  private TakenDevices(List<Taken> taken, List<DeviceId> ids) {
    this.taken = List.copyOf(taken);
    this.ids = List.copyOf(ids);
  }

  /**
   * Reads an allocation.
   *
   * @throws io.berth.framework.resource.QuantityFormatException if an amount cannot be read, which no API server stores
   */
  public static TakenDevices of(AllocationResult allocation) {
    List<Taken> taken = new ArrayList<>(1);
    List<DeviceId> ids = new ArrayList<>(1);
    if (allocation.getDevices() != null && allocation.getDevices().getResults() != null) {
      for (DeviceRequestAllocationResult device : allocation.getDevices().getResults()) {
        DeviceId id = DeviceId.of(device.getDriver(), device.getPool(), device.getDevice());
        ids.add(id);
        if (!Boolean.TRUE.equals(device.getAdminAccess())) {
          boolean isShare = device.getShareID() != null;
          taken.add(new Taken(id, isShare, isShare ? amounts(device.getConsumedCapacity()) : null));
        }
      }
    }
    return new TakenDevices(taken, ids);
  }

  private static @Nullable Map<String, ExactQuantity> amounts(@Nullable Map<String, Quantity> consumed) {
    if (consumed == null || consumed.isEmpty()) {
      return null;
    }
    Map<String, ExactQuantity> amounts = new HashMap<>();
    consumed.forEach((name, amount) -> amounts.put(name, ExactQuantity.of(amount)));
    return Map.copyOf(amounts);
  }

  /** The devices in the order of the results, those with admin access included, which are not taken. */
  public List<DeviceId> ids() {
    return ids;
  }

  List<Taken> taken() {
    return taken;
  }
}
