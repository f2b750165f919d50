package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.CounterUse;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.model.NodeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The devices that one search has chosen, the last one on top. Choosing a device is one record, and {@link #undo} is the only
 * way back: for a device that is refused halfway, and for one that is given up later. Used again for other searches.
 *
 * <p>Requests with admin access neither need nor use counters, and say nothing to other pods; among the claims of one search
 * their devices are held, and capacity is counted, like those of others.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go allocateDevice, rollbackDevice, v1.37.2.
 */
final class Bookings {

  private static final String OPTIONAL_OPERATIONS = "DRAOptionalNodeOperations";

  private final Features features;
  private final Candidates candidates;
  private @Nullable Booking[] stack = new Booking[4];
  private int depth;
  private @Nullable NodeInfo node;

  Bookings(Features features, Candidates candidates) {
    this.features = features;
    this.candidates = candidates;
  }

  void reset(NodeInfo on) {
    depth = 0;
    node = on;
  }

  int depth() {
    return depth;
  }

  /** The claim of the last choice. */
  int lastClaim() {
    Booking last = depth == 0 ? null : stack[depth - 1];
    return last == null ? -1 : last.claim;
  }

  List<Picked> picks() {
    List<Picked> picks = new ArrayList<>(depth);
    for (int i = 0; i < depth; i++) {
      Booking booking = stack[i];
      if (booking != null) {
        picks.add(booking.picked());
      }
    }
    return picks;
  }

  /** Whether the claim holds all of the device already. */
  boolean isHeldFor(int claim, int place) {
    if (candidates.held(place) == 0) {
      return false;
    }
    for (int i = depth - 1; i >= 0; i--) {
      Booking booking = stack[i];
      if (booking == null || booking.claim < claim) {
        return false;
      }
      if (booking.place == place && booking.held) {
        return true;
      }
    }
    return false;
  }

  /** Whether the device cannot be chosen again, which is quick to see. */
  boolean isInUse(int claim, WishState wish, int pool, int index) {
    return wish.wish().adminAccess
        ? isHeldFor(claim, candidates.place(pool, index))
        : candidates.isTaken(pool, index);
  }

  /** Whether the device has the capacity that is asked for. */
  boolean hasCapacity(ClaimState claim, WishState wish, int pool, int index) throws SearchAborted {
    if (!features.consumableCapacity()) {
      return true;
    }
    Device device = candidates.device(pool, index);
    CapacityDemand demand = wish.demand(device, features.fractionalCapacityRange());
    if (demand.error() != null) {
      throw new SearchAborted("claim " + claim.claim().key() + ", request " + wish.wish().name
          + ": checking capacity for device " + device.id() + ": " + demand.error());
    }
    int number = candidates.pools().get(pool).number(index);
    return demand.fits(candidates.ledger(pool).usage(number), candidates.given(candidates.place(pool, index)));
  }

  /**
   * Chooses a matching device if nothing speaks against it; whether it did. If not, nothing has changed.
   *
   * @param claimIndex the claim's place
   * @param must whether a constraint that refuses the device makes the claim impossible
   */
  boolean choose(int claimIndex, ClaimState claim, WishState wish, int pool, int index, boolean must) throws SearchAborted {
    if (isInUse(claimIndex, wish, pool, index) || !isUsableOnNode(pool, index)) {
      return false;
    }
    PoolView view = candidates.pools().get(pool);
    Booking booking = push(wish.wish(), view.device(index));
    booking.start(claimIndex, wish.wish(), pool, candidates.place(pool, index), view.device(index));
    if (!reserve(booking, claim, view.model().counterUse(view.number(index)), index, must)) {
      undo(claim);
      return false;
    }
    claim.choose(1);
    booking.chosen = true;
    if (must && !hasCapacity(claim, wish, pool, index)) {
      undo(claim);
      return false;
    }
    take(booking, wish);
    return true;
  }

  private boolean isUsableOnNode(int pool, int index) {
    Device device = candidates.device(pool, index);
    if (!device.slice().skipNodeOperations().isEmpty()
        && (!features.optionalNodeOperations() || node == null || !node.declaredFeatures().contains(OPTIONAL_OPERATIONS))) {
      return false;
    }
    return features.partitionableDevices() || !device.usesCounters();
  }

  private boolean reserve(Booking booking, ClaimState claim, @Nullable CounterUse use, int index, boolean must)
      throws SearchAborted {
    Device device = booking.device;
    Wish wish = booking.wish;
    booking.shared = features.consumableCapacity() && device.allowsMultipleAllocations();
    if (use != null && !wish.adminAccess && !(booking.shared && candidates.isShared(booking.pool, index))) {
      if (!candidates.budget(booking.pool).take(use)) {
        return false;
      }
      booking.counters = use;
    }
    if (features.deviceTaints() && !device.taints().isEmpty() && !wish.tolerates(device)) {
      return false;
    }
    for (int c = 0; c < claim.constraints(); c++) {
      if (!claim.constraint(c).add(wish, device, booking.place)) {
        if (must) {
          throw new SearchAborted("claim " + claim.claim().key() + ", request " + wish.name + ": cannot add device " + device.id()
              + " because a claim constraint would not be satisfied");
        }
        return false;
      }
      booking.constraints++;
    }
    return true;
  }

  private void take(Booking booking, WishState wish) {
    if (!booking.shared) {
      candidates.hold(booking.place, 1);
      booking.held = true;
      return;
    }
    CapacityDemand demand = wish.demand(booking.device, features.fractionalCapacityRange());
    booking.amounts = demand.amounts();
    booking.givenBefore = candidates.given(booking.place);
    candidates.give(booking.place, demand.amounts());
    booking.charged = true;
    if (!wish.wish().adminAccess) {
      candidates.share(booking.place, 1);
      booking.counted = true;
    }
  }

  /** Takes back the last choice, whole or half done. */
  void undo(ClaimState claim) {
    Booking booking = stack[--depth];
    if (booking == null) {
      throw new IllegalStateException("nothing is chosen");
    }
    if (booking.counted) {
      candidates.share(booking.place, -1);
    }
    if (booking.charged) {
      candidates.restore(booking.place, booking.givenBefore);
    }
    if (booking.held) {
      candidates.hold(booking.place, -1);
    }
    if (booking.chosen) {
      claim.choose(-1);
    }
    for (int c = booking.constraints - 1; c >= 0; c--) {
      claim.constraint(c).remove(booking.wish);
    }
    if (booking.counters != null) {
      candidates.budget(booking.pool).giveBack(booking.counters);
    }
  }

  private Booking push(Wish wish, Device device) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, depth * 2);
    }
    Booking booking = stack[depth];
    if (booking == null) {
      booking = new Booking(wish, device);
      stack[depth] = booking;
    }
    depth++;
    return booking;
  }
}
