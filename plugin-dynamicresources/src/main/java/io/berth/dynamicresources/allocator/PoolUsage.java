package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.PoolId;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolModel;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is allocated of one pool, by the names of its devices, published or not. Immutable, but for the ledger of the pool's
 * model that was asked for last; thread-safe.
 */
final class PoolUsage {

  static final PoolUsage NONE = new PoolUsage(PersistentMap.empty(), null);

  private final PersistentMap<String, DeviceUsage> devices;
  private volatile @Nullable PoolLedger ledger;

  private PoolUsage(PersistentMap<String, DeviceUsage> devices, @Nullable PoolLedger ledger) {
    this.devices = devices;
    this.ledger = ledger;
  }

  PersistentMap<String, DeviceUsage> devices() {
    return devices;
  }

  DeviceUsage device(String name) {
    DeviceUsage usage = devices.get(name);
    return usage == null ? DeviceUsage.NONE : usage;
  }

  /** After a change of one device; what is derived is carried over. */
  PoolUsage with(String device, UnaryOperator<DeviceUsage> change) {
    DeviceUsage before = device(device);
    DeviceUsage after = change.apply(before);
    PoolLedger last = ledger;
    PoolLedger next = last == null ? null : last.with(device, before, after);
    return new PoolUsage(after.isAllocated() ? devices.with(device, after) : devices.without(device), next);
  }

  /** The pool's name: the object that the published pool has, where one was looked at, since that is the one that is looked up. */
  PoolId id(PoolId otherwise) {
    PoolLedger last = ledger;
    return last == null ? otherwise : last.model().id();
  }

  PoolLedger ledger(PoolModel model) {
    PoolLedger last = ledger;
    if (last == null || last.model() != model) {
      last = PoolLedger.of(model, devices);
      ledger = last;
    }
    return last;
  }
}
