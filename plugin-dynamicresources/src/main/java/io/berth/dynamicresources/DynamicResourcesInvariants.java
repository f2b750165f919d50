package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.PendingAllocation;
import io.berth.dynamicresources.nomination.ClaimNomination;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

  /**
   * What is held for a pod that is nominated to a node.
   *
   * @param allocations by the UIDs of its claims; empty if nothing is held
   */
  public record Held(String podUid, String node, Map<String, AllocationResult> allocations) {
    /** Nobody changes the map. */
    public Held {
      allocations = Map.copyOf(allocations);
    }
  }

  /** What is held for nominated pods. */
  public static List<Held> held(Handle handle) {
    List<Held> all = new ArrayList<>();
    for (ClaimNomination nomination : DeviceManager.of(handle).nominations().all()) {
      Map<String, AllocationResult> allocations = new HashMap<>();
      for (int i = 0; i < nomination.held().size(); i++) {
        allocations.put(nomination.claims().get(i).uid(), nomination.held().get(i));
      }
      all.add(new Held(nomination.pod().uid(), nomination.node(), allocations));
    }
    return all;
  }

  /** The UIDs of the claims of preempted pods on the node that are still to be released. */
  public static List<String> outstanding(Handle handle, String node) {
    return DeviceManager.of(handle).nominations().outstanding(node);
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
    violations.addAll(nominations(handle, manager.nominations()));
    return violations;
  }

  /** Each record has a cause that lives: a nomination, or a claim that is still to be released. */
  private static List<String> nominations(Handle handle, Nominations nominations) {
    List<String> violations = new ArrayList<>();
    for (ClaimNomination held : nominations.all()) {
      String node = handle.nominator().nominatedNode(held.pod().uid());
      if (!held.node().equals(node)) {
        violations.add("devices of node " + held.node() + " are held for pod " + held.pod() + ", which is nominated to " + node);
      }
    }
    for (ClaimNomination reserving : nominations.reserving()) {
      violations.add("pod " + reserving.pod() + " was about to reserve what was held for it, and never did");
    }
    nominations.recorded().forEach(
        (node, claims) -> {
          List<String> open = nominations.outstanding(node);
          for (String claim : claims) {
            if (!open.contains(claim)) {
              violations.add("claim " + claim + " is recorded as to be released on node " + node + ", and is not any more");
            }
          }
        });
    return violations;
  }
}
