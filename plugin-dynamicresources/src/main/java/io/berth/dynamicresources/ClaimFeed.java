package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.EventPublisher;
import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import org.jspecify.annotations.Nullable;

/**
 * Tells the tracker of claims. Where events skip a version that the scheduler wrote itself, the queue would not learn that devices have
 * become free, so that it is told here.
 *
 * <p>Source: pkg/scheduler/util/assumecache/assume_cache.go (its events are those that the queue hears), v1.37.2.
 */
final class ClaimFeed implements ResourceEventHandler<ResourceClaim> {
  static final ClusterEvent<ResourceClaim> UPDATE =
      ClusterEvent.of(ResourceKind.RESOURCE_CLAIMS.events(), ActionType.UPDATE);
  private static final ClusterEvent<ResourceClaim> DELETE =
      ClusterEvent.of(ResourceKind.RESOURCE_CLAIMS.events(), ActionType.DELETE);

  private final ClaimTracker claims;
  private final EventPublisher events;

  ClaimFeed(ClaimTracker claims, EventPublisher events) {
    this.claims = claims;
    this.events = events;
  }

  @Override
  public void onAdd(ResourceClaim claim) {
    claims.onAdd(claim);
  }

  @Override
  public void onUpdate(ResourceClaim before, ResourceClaim after) {
    ResourceClaim known = allocatedSince(before);
    claims.onUpdate(before, after);
    if (known != null && ClaimCopies.allocation(after) == null) {
      ClaimInfo now = known(after);
      if (now != null && !now.isAllocated()) {
        events.publish(UPDATE, known, after);
      }
    }
  }

  @Override
  public void onDelete(ResourceClaim claim, boolean finalStateUnknown) {
    ResourceClaim known = allocatedSince(claim);
    claims.onDelete(claim, finalStateUnknown);
    if (known != null && known(claim) == null) {
      events.publish(DELETE, known, null);
    }
  }

  /**
   * Tells those who wait for devices that these have become free, as if the claim had been deallocated: what was in flight for it is not any
   * more, and it has not got it.
   *
   * @param claim any version of it
   */
  static void freed(EventPublisher events, ResourceClaim claim, AllocationResult devices) {
    ResourceClaim free = ClaimCopies.allocation(claim) == null ? claim : ClaimCopies.deallocate(claim);
    events.publish(UPDATE, ClaimCopies.allocate(claim, devices), free);
  }

  /** The known version of a claim that has an allocation, which this version has not; {@code null} if there is none. */
  private @Nullable ResourceClaim allocatedSince(ResourceClaim claim) {
    if (ClaimCopies.allocation(claim) != null) {
      return null;
    }
    ClaimInfo known = known(claim);
    return known != null && known.isAllocated() ? known.claim() : null;
  }

  private @Nullable ClaimInfo known(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    return claims.get(namespace == null ? "" : namespace, claim.getMetadata().getName());
  }
}
