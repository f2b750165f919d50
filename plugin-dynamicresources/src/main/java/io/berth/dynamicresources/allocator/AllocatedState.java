package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.PoolId;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolModel;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Which devices, shares and capacities are allocated. Immutable and thread-safe: to copy it is to keep it. A change gives
 * another state in time that depends on the one pool at most; what is free of the pools is carried along.
 *
 * <p>Allocations are counted: taking one back is the exact inverse of adding it, whatever came in between.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/structured/schedulerapi/types.go AllocatedState;
 * pkg/scheduler/framework/plugins/dynamicresources/allocateddevices.go foreachAllocatedDevice, v1.37.2.
 */
public final class AllocatedState {

  private static final AllocatedState SHARING = new AllocatedState(PersistentMap.empty(), true);
  private static final AllocatedState EXCLUSIVE = new AllocatedState(PersistentMap.empty(), false);

  private final PersistentMap<PoolId, PoolUsage> pools;
  private final boolean sharing;

  private AllocatedState(PersistentMap<PoolId, PoolUsage> pools, boolean sharing) {
    this.pools = pools;
    this.sharing = sharing;
  }

  /** Nothing is allocated; shares of devices are shares. */
  public static AllocatedState empty() {
    return SHARING;
  }

  /**
   * Nothing is allocated.
   *
   * @param consumableCapacity whether shares are shares (DRAConsumableCapacity); else who has a share has the device
   */
  public static AllocatedState empty(boolean consumableCapacity) {
    return consumableCapacity ? SHARING : EXCLUSIVE;
  }

  /** After an allocation. Devices with admin access do not count. */
  public AllocatedState with(AllocationResult allocation) {
    return changed(allocation, 1);
  }

  /** After an allocation has been taken back. */
  public AllocatedState without(AllocationResult allocation) {
    return changed(allocation, -1);
  }

  private AllocatedState changed(AllocationResult allocation, int sign) {
    AllocatedState state = this;
    if (allocation.getDevices() != null && allocation.getDevices().getResults() != null) {
      for (DeviceRequestAllocationResult device : allocation.getDevices().getResults()) {
        if (!Boolean.TRUE.equals(device.getAdminAccess())) {
          state = state.changed(device, sign);
        }
      }
    }
    return state;
  }

  private AllocatedState changed(DeviceRequestAllocationResult device, int sign) {
    DeviceId id = DeviceId.of(device.getDriver(), device.getPool(), device.getDevice());
    if (!sharing || device.getShareID() == null) {
      return changed(id, usage -> usage.plusExclusive(sign));
    }
    Map<String, Quantity> consumed = device.getConsumedCapacity();
    if (consumed == null || consumed.isEmpty()) {
      return changed(id, usage -> usage.plusShares(sign));
    }
    Map<String, ExactQuantity> amounts = new HashMap<>();
    consumed.forEach((name, amount) -> amounts.put(name, ExactQuantity.of(amount)));
    return changed(id, usage -> sign > 0 ? usage.plusShares(1).plusConsumed(amounts)
        : usage.plusShares(-1).minusConsumed(amounts));
  }

  /** After all of a device has been allocated. */
  public AllocatedState withDevice(DeviceId device) {
    return changed(device, usage -> usage.plusExclusive(1));
  }

  /** After all of a device has been taken back. */
  public AllocatedState withoutDevice(DeviceId device) {
    return changed(device, usage -> usage.plusExclusive(-1));
  }

  /** After a share of a device has been allocated; {@link #withConsumed} says how much. */
  public AllocatedState withShare(DeviceId device) {
    return changed(device, usage -> usage.plusShares(1));
  }

  /** After capacity of a device has been allocated. */
  public AllocatedState withConsumed(DeviceId device, Map<String, ExactQuantity> amounts) {
    return changed(device, usage -> usage.plusConsumed(amounts));
  }

  private AllocatedState changed(DeviceId device, UnaryOperator<DeviceUsage> change) {
    PoolUsage before = pools.get(device.poolId());
    PoolUsage after = (before == null ? PoolUsage.NONE : before).with(device.device(), change);
    PoolId id = before == null ? device.poolId() : before.id(device.poolId());
    return new AllocatedState(after.devices().isEmpty() ? pools.without(id) : pools.with(id, after), sharing);
  }

  /** What is allocated of a device. */
  public DeviceUsage usage(DeviceId device) {
    PoolUsage pool = pools.get(device.poolId());
    return pool == null ? DeviceUsage.NONE : pool.device(device.device());
  }

  /** Whether the device is in use in any way. */
  public boolean isAllocated(DeviceId device) {
    return usage(device).isAllocated();
  }

  /** What is free of a pool. */
  public PoolLedger ledger(PoolModel model) {
    PoolUsage usage = pools.get(model.id());
    return usage == null ? model.untouched() : usage.ledger(model);
  }

  /** Everything that is allocated, in order: for reports and checks, not for cycles. */
  public Map<DeviceId, DeviceUsage> devices() {
    Map<DeviceId, DeviceUsage> all = new TreeMap<>();
    pools.forEach((pool, usage) -> usage.devices().forEach((name, used) -> all.put(new DeviceId(pool, name), used)));
    return all;
  }
}
