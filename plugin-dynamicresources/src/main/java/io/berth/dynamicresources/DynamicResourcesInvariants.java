package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.PendingAllocation;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What the plugin knows of claims, and what must hold of it between two tasks of the scheduler: for tests. On the scheduler's own thread;
 * takes time in proportion to what there is.
 */
public final class DynamicResourcesInvariants {
  private DynamicResourcesInvariants() {}

  /**
   * An allocation that has been reserved and not yet written.
   *
   * @param podUids the pods that count on it
   */
  public record InFlight(String claimUid, AllocationResult allocation, Set<String> podUids) {
    /** Nobody changes the set. */
    public InFlight {
      podUids = Set.copyOf(podUids);
    }
  }

  /** The newest known versions of all claims, in no order. */
  public static List<ResourceClaim> claims(Handle handle) {
    return DeviceManager.of(handle).claims().list().stream().map(ClaimInfo::claim).toList();
  }

  /** What is in flight, in the order in which it was reserved. */
  public static List<InFlight> inFlight(Handle handle) {
    ClaimTracker tracker = DeviceManager.of(handle).claims();
    List<InFlight> all = new ArrayList<>();
    for (String uid : tracker.pendingUids()) {
      PendingAllocation pending = Objects.requireNonNull(tracker.pending(uid));
      all.add(new InFlight(uid, pending.allocation().result(), pending.podUids()));
    }
    return all;
  }

  /** What does not hold; empty when all is well. */
  public static List<String> violations(Handle handle) {
    DeviceManager manager = DeviceManager.of(handle);
    ClaimTracker tracker = manager.claims();
    List<String> violations = new ArrayList<>();
    Set<String> uids = new LinkedHashSet<>(tracker.pendingUids());
    AllocatedState expected = AllocatedState.empty(handle.featureGates().enabled(FeatureGates.DRA_CONSUMABLE_CAPACITY));
    for (ClaimInfo claim : tracker.list()) {
      uids.add(claim.uid());
      if (claim.isAllocated() && tracker.booked(claim.uid()) == null) {
        violations.add("claim " + claim.key() + " is allocated, and nothing is booked for it");
      }
    }
    for (String uid : uids) {
      ClaimAllocation booked = tracker.booked(uid);
      if (booked != null) {
        expected = expected.with(booked.result());
      } else if (tracker.pending(uid) != null) {
        violations.add("an allocation is in flight for claim " + uid + ", and nothing is booked for it");
      }
    }
    if (!expected.devices().equals(manager.allocated().devices())) {
      violations.add("by the claims allocated: " + expected.devices() + "; by the index: " + manager.allocated().devices());
    }
    return violations;
  }
}
