package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.EventPublisher;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what Filter found on the chosen node in flight, and takes it back.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (Reserve, Unreserve), v1.37.2.
 */
final class ClaimReserve {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimReserve.class);

  private final ClaimTracker tracker;
  private final Reservations reservations;
  private final ExtendedResources extendedResources;
  private final EventPublisher events;

  ClaimReserve(ClaimTracker tracker, Reservations reservations, ExtendedResources extendedResources, EventPublisher events) {
    this.tracker = tracker;
    this.reservations = reservations;
    this.extendedResources = extendedResources;
    this.events = events;
  }

  Status reserve(ClaimsState state, PodInfo pod, String nodeName) {
    if (state.search() == null) {
      return Status.SUCCESS;
    }
    NodeAllocation found = state.onNode(nodeName);
    if (found == null || found.results().isEmpty()) {
      // The device plugins of the node may have all that an extended resource needs.
      return state.wanting().isEmpty() ? Status.SUCCESS : Status.error("claim allocation not found for node");
    }
    List<AllocationResult> results = found.results();
    int next = 0;
    int claims = found.special() == null ? state.userClaims() : state.size(); // the node may need no special claim
    for (int i = 0; i < claims; i++) {
      if (!state.claim(i).isAllocated()) {
        ClaimAllocation allocation = ClaimAllocation.of(results.get(next++));
        Status status = open(state, i, allocation, pod);
        if (!status.isSuccess()) {
          return status;
        }
      }
    }
    return Status.SUCCESS;
  }

  private Status open(ClaimsState state, int i, ClaimAllocation allocation, PodInfo pod) {
    ClaimInfo claim = state.claim(i);
    state.choose(i, allocation);
    if (i == state.specialIndex()) {
      tracker.openUnlisted(claim, allocation, pod.uid());
      return Status.SUCCESS;
    }
    if (tracker.open(claim, allocation, pod.uid()) == ClaimTracker.Opening.GONE) {
      return Status.error(
          "internal error, couldn't signal allocation for claim " + claim.name() + ": look up assumed claim " + claim.key()
              + ", UID=" + claim.uid() + ": could not find ResourceClaim \"" + claim.key() + "\"");
    }
    return Status.SUCCESS;
  }

  /**
   * Takes back what the pod has reserved.
   *
   * @param givenUp is asked for each claim when nothing is in flight for it any more, by its UID: whether a preemption waits for its
   *     release, and sees to it that the pod gives it up
   */
  void unreserve(ClaimsState state, PodInfo pod, Predicate<String> givenUp) {
    for (int i = 0; i < state.userClaims(); i++) {
      ClaimInfo claim = state.claim(i);
      release(claim, state.chosen(i), pod);
      if (!givenUp.test(claim.uid()) && claim.isAllocated() && claim.isReservedFor(pod.uid())) {
        reservations.release(claim.claim(), pod.uid(), false);
      }
    }
    ClaimInfo atStart = state.specialAtStart();
    if (atStart != null) {
      release(atStart, state.chosen(state.specialIndex()), pod);
      ClaimInfo special = state.claim(state.specialIndex());
      if (extendedResources.isWritten(special)) {
        extendedResources
            .delete(special)
            .thenAccept(
                attempt -> {
                  if (!(attempt instanceof ClaimWrites.Attempt.Done)) {
                    LOG.warn("claim {} of pod {} stays: {}", special, pod, attempt);
                  }
                });
      }
    }
  }

  /** The pod lets go of what is in flight. Those who wait for devices hear of it as if a claim had been deallocated. */
  private void release(ClaimInfo claim, @Nullable ClaimAllocation allocation, PodInfo pod) {
    if (tracker.release(claim.uid(), pod.uid()) && allocation != null && tracker.booked(claim.uid()) == null) {
      ClaimFeed.freed(events, claim.claim(), allocation.result());
    }
  }
}
