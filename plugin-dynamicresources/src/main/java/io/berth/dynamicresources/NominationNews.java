package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.framework.Handle;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;

/**
 * Wakes those who wait for something that a preemption has kept from them, where no event of the cluster tells of its end. Each event is
 * published in a task of its own: whoever reports a loss may be changing the queue. Owned by the scheduler's own thread.
 */
final class NominationNews implements Nominations.News {
  private final Handle handle;
  private final ClaimTracker tracker;

  NominationNews(Handle handle, ClaimTracker tracker) {
    this.handle = handle;
    this.tracker = tracker;
  }

  /** Wakes those who wait for devices, as if the claim had been deallocated, which these were held for. */
  void free(ResourceClaim claim, AllocationResult devices) {
    handle.schedulingExecutor().execute(() -> ClaimFeed.freed(handle.events(), claim, devices));
  }

  /** Wakes those who name one of these claims and could not use it while it was to be released, as if it had just been allocated. */
  void usable(List<String> claimUids) {
    for (String claimUid : claimUids) {
      ClaimInfo claim = tracker.byUid(claimUid);
      if (claim != null && claim.isAllocated()) {
        ResourceClaim now = claim.claim();
        handle.schedulingExecutor().execute(() -> handle.events().publish(ClaimFeed.UPDATE, ClaimCopies.deallocate(now), now));
      }
    }
  }

  @Override
  public void stays(String claimUid, boolean untold) {
    ClaimAllocation booked = tracker.booked(claimUid);
    ClaimInfo claim = tracker.byUid(claimUid);
    if (untold && booked != null && claim != null) {
      free(claim.claim(), booked.result());
    } else {
      usable(List.of(claimUid));
    }
  }

  @Override
  public void mayPreempt(List<PodInfo> preemptors) {
    if (!preemptors.isEmpty()) {
      handle.activator().activate(preemptors);
    }
  }
}
