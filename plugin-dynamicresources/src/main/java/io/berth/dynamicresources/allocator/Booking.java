package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.CounterUse;
import io.berth.dynamicresources.slices.Device;
import io.berth.framework.resource.ExactQuantity;
import org.jspecify.annotations.Nullable;

/**
 * All that the choice of one device has changed, and with it all that taking it back restores: the one record of it, whether
 * the device is refused halfway or given up later. Used again.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go deviceRollbackState, v1.37.2.
 */
final class Booking {
  int claim;
  Wish wish;
  int pool;
  int place;
  Device device;
  /** The counters that were taken; null if none were. */
  @Nullable CounterUse counters;
  /** How many constraints of the claim have been asked and agreed. */
  int constraints;
  /** Whether the device is held as a whole. */
  boolean held;
  /** Whether it is a share of the device. */
  boolean shared;
  /** Whether the share counts against the device's capacities. */
  boolean charged;
  /** Whether the share makes the device one that is in use, whose counters are taken. */
  boolean counted;
  ExactQuantity @Nullable [] amounts;
  /** What had been given away of the device's capacities before. */
  ExactQuantity @Nullable [] givenBefore;
  /** Whether the device is chosen. */
  boolean chosen;

  Booking(Wish wish, Device device) {
    this.wish = wish;
    this.device = device;
  }

  void start(int ofClaim, Wish forWish, int inPool, int atPlace, Device ofDevice) {
    claim = ofClaim;
    wish = forWish;
    pool = inPool;
    place = atPlace;
    device = ofDevice;
    counters = null;
    constraints = 0;
    held = false;
    shared = false;
    charged = false;
    counted = false;
    amounts = null;
    givenBefore = null;
    chosen = false;
  }

  Picked picked() {
    return new Picked(claim, wish, device, shared, amounts);
  }
}
