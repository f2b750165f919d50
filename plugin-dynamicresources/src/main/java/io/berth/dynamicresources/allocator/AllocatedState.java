package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.PoolId;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolModel;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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

  private static final AllocatedState SHARING = new AllocatedState(PersistentMap.empty(), null, PoolUsage.NONE, true);
  private static final AllocatedState EXCLUSIVE = new AllocatedState(PersistentMap.empty(), null, PoolUsage.NONE, false);

  /** All pools, as they were before the last one changed. */
  private final PersistentMap<PoolId, PoolUsage> pools;

  /** The pool that has changed last, apart from the others: a dry run changes one pool many times. */
  private final @Nullable PoolId lastId;

  private final PoolUsage last;
  private final boolean sharing;
  private @Nullable PersistentMap<PoolId, PoolUsage> all; // made when it is first asked for; a race makes it twice, which is harmless

  private AllocatedState(PersistentMap<PoolId, PoolUsage> pools, @Nullable PoolId lastId, PoolUsage last, boolean sharing) {
    this.pools = pools;
    this.lastId = lastId;
    this.last = last;
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
    return with(TakenDevices.of(allocation));
  }

  /** After an allocation that has been read before. */
  public AllocatedState with(TakenDevices allocation) {
    return changed(allocation, 1);
  }

  /** After an allocation has been taken back. */
  public AllocatedState without(AllocationResult allocation) {
    return without(TakenDevices.of(allocation));
  }

  /** After an allocation that has been read before has been taken back. */
  public AllocatedState without(TakenDevices allocation) {
    return changed(allocation, -1);
  }

  private AllocatedState changed(TakenDevices allocation, int sign) {
    AllocatedState state = this;
    List<TakenDevices.Taken> taken = allocation.taken();
    for (int i = 0; i < taken.size(); i++) {
      state = state.changed(taken.get(i), sign);
    }
    return state;
  }

  private AllocatedState changed(TakenDevices.Taken device, int sign) {
    if (!sharing || !device.isShare()) {
      return changed(device.id(), usage -> usage.plusExclusive(sign));
    }
    Map<String, ExactQuantity> amounts = device.consumed();
    if (amounts == null) {
      return changed(device.id(), usage -> usage.plusShares(sign));
    }
    return changed(device.id(), usage -> sign > 0 ? usage.plusShares(1).plusConsumed(amounts)
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
    PoolId id = device.poolId();
    boolean again = id.equals(lastId);
    PoolUsage before = again ? last : pools.get(id);
    PoolUsage after = (before == null ? PoolUsage.NONE : before).with(device.device(), change);
    return new AllocatedState(again ? pools : all(), before == null ? id : before.id(id), after, sharing);
  }

  private PersistentMap<PoolId, PoolUsage> all() {
    PersistentMap<PoolId, PoolUsage> made = all;
    if (made == null) {
      made = lastId == null ? pools : last.devices().isEmpty() ? pools.without(lastId) : pools.with(lastId, last);
      all = made;
    }
    return made;
  }

  private @Nullable PoolUsage of(PoolId pool) {
    return pool.equals(lastId) ? last : pools.get(pool);
  }

  /** What is allocated of a device. */
  public DeviceUsage usage(DeviceId device) {
    PoolUsage pool = of(device.poolId());
    return pool == null ? DeviceUsage.NONE : pool.device(device.device());
  }

  /** Whether the device is in use in any way. */
  public boolean isAllocated(DeviceId device) {
    return usage(device).isAllocated();
  }

  /** What is free of a pool. */
  public PoolLedger ledger(PoolModel model) {
    PoolUsage usage = of(model.id());
    return usage == null ? model.untouched() : usage.ledger(model);
  }

  /** Everything that is allocated, in order: for reports and checks, not for cycles. */
  public Map<DeviceId, DeviceUsage> devices() {
    Map<DeviceId, DeviceUsage> all = new TreeMap<>();
    all().forEach((pool, usage) -> usage.devices().forEach((name, used) -> all.put(new DeviceId(pool, name), used)));
    return all;
  }
}
