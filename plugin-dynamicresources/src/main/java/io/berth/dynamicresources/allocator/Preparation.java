package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolView;

/**
 * Whether claims can be handled at all, and how many devices each request needs.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go Allocate, validateDeviceRequest, v1.37.2.
 */
final class Preparation {

  private final Features features;
  private final ParsedClasses classes;

  Preparation(Features features, ParsedClasses classes) {
    this.features = features;
    this.classes = classes;
  }

  void prepare(ClaimState claim, Candidates candidates) throws SearchAborted {
    long least = 0;
    for (Request request : claim.claim().requests()) {
      if (request.error() != null) {
        throw new SearchAborted(request.error());
      }
      long leastOfRequest = Long.MAX_VALUE;
      for (Wish wish : request.wishes()) {
        leastOfRequest = Math.min(leastOfRequest, prepare(claim, wish, candidates));
      }
      if (leastOfRequest > Search.MOST_DEVICES - least) {
        throw new SearchAborted("claim " + claim.claim().key() + ", request " + request.name() + ": adding " + leastOfRequest
            + " devices exceeds the claim limit of " + Search.MOST_DEVICES + ", with " + least + " already accounted for");
      }
      least += leastOfRequest;
    }
    for (int i = 0; i < claim.claim().constraints().size(); i++) {
      Constraint constraint = claim.claim().constraints().get(i);
      if (constraint.attribute() == null) {
        throw new SearchAborted(
            "claim " + claim.claim().key() + ", constraint #" + i + ": empty constraint (unsupported constraint type?)");
      }
      claim.start(constraint, features.listTypeAttributes(), candidates.size());
    }
  }

  private long prepare(ClaimState claim, Wish wish, Candidates candidates) throws SearchAborted {
    if (wish.error != null) {
      throw new SearchAborted(wish.error);
    }
    ParsedClass deviceClass = classes.get(wish.className);
    if (deviceClass == null) {
      throw new SearchAborted("claim " + claim.claim().key() + ", request " + wish.name + ": could not retrieve device class "
          + wish.className + ": deviceclass.resource.k8s.io \"" + wish.className + "\" not found");
    }
    WishState state = claim.start(wish, deviceClass, candidates.size());
    if (wish.mode == Wish.Mode.UNKNOWN) {
      throw new SearchAborted(
          "claim " + claim.claim().key() + ", request " + wish.name + ": unsupported count mode " + wish.modeText);
    }
    if (wish.mode == Wish.Mode.ALL) {
      collectAll(claim, state, candidates);
    }
    return state.count();
  }

  private void collectAll(ClaimState claim, WishState state, Candidates candidates) throws SearchAborted {
    String where = "claim " + claim.claim().key() + ", request " + state.wish().name + ": ";
    state.clearAll();
    for (int p = 0; p < candidates.pools().size(); p++) {
      PoolView pool = candidates.pools().get(p);
      if (!pool.isUsable()) {
        throw new SearchAborted(where + "asks for all devices, but resource pool " + pool.id() + " is currently "
            + (pool.isIncomplete() ? "being updated" : "invalid"));
      }
      for (int i = 0; i < pool.size(); i++) {
        if (state.matches(pool, i, candidates.place(p, i), features) && fitsAtAll(where, state, pool.device(i))) {
          state.addToAll(p, i);
        }
      }
    }
  }

  private boolean fitsAtAll(String where, WishState state, Device device) throws SearchAborted {
    if (!features.consumableCapacity()) {
      return true;
    }
    CapacityDemand demand = state.demand(device, features.fractionalCapacityRange());
    if (demand.error() != null) {
      throw new SearchAborted(where + "checking capacity for device " + device.name() + ": " + demand.error());
    }
    return demand.fits(DeviceUsage.NONE, null);
  }
}
