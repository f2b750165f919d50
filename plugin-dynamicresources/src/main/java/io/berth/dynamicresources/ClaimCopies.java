package io.berth.dynamicresources;

import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changed copies of claims. What does not change is shared with the original, which nobody changes. */
final class ClaimCopies {
  /** Keeps an allocated claim from being deleted. */
  static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  private ClaimCopies() {}

  static boolean isProtected(ResourceClaim claim) {
    List<String> finalizers = claim.getMetadata().getFinalizers();
    return finalizers != null && finalizers.contains(FINALIZER);
  }

  static ResourceClaim protect(ResourceClaim claim) {
    ResourceClaim copy = withStatus(claim, claim.getStatus());
    copy.setMetadata(new ObjectMetaBuilder(claim.getMetadata()).addToFinalizers(FINALIZER).build());
    return copy;
  }

  /** The claim with this allocation and nothing else changed. */
  static ResourceClaim allocate(ResourceClaim claim, AllocationResult allocation) {
    return withStatus(claim, status(claim, allocation, reservedFor(claim)));
  }

  /**
   * The claim, reserved for one more pod.
   *
   * @param allocation what it has, or is given by this
   * @param now when it is allocated, written into a new allocation; {@code null} to leave it as it is
   */
  static ResourceClaim reserve(ResourceClaim claim, @Nullable AllocationResult allocation, PodInfo pod, @Nullable Instant now) {
    List<ResourceClaimConsumerReference> consumers = new ArrayList<>(reservedFor(claim));
    consumers.add(new ResourceClaimConsumerReference(null, pod.name(), "pods", pod.uid()));
    AllocationResult given = allocation;
    if (given != null && now != null && given.getAllocationTimestamp() == null) {
      given = new AllocationResult(now.truncatedTo(ChronoUnit.SECONDS).toString(), given.getDevices(), given.getNodeSelector());
    }
    return withStatus(claim, status(claim, given, consumers));
  }

  /** The claim, no longer reserved for the pod. */
  static ResourceClaim unreserve(ResourceClaim claim, String podUid) {
    List<ResourceClaimConsumerReference> others =
        reservedFor(claim).stream().filter(consumer -> !podUid.equals(consumer.getUid())).toList();
    return withStatus(claim, status(claim, allocation(claim), others));
  }

  /** The claim with nothing and for nobody. */
  static ResourceClaim deallocate(ResourceClaim claim) {
    return withStatus(claim, new ResourceClaimStatus());
  }

  static @Nullable AllocationResult allocation(ResourceClaim claim) {
    return claim.getStatus() == null ? null : claim.getStatus().getAllocation();
  }

  private static List<ResourceClaimConsumerReference> reservedFor(ResourceClaim claim) {
    return claim.getStatus() == null || claim.getStatus().getReservedFor() == null
        ? List.of()
        : claim.getStatus().getReservedFor();
  }

  private static ResourceClaimStatus status(
      ResourceClaim claim, @Nullable AllocationResult allocation, List<ResourceClaimConsumerReference> consumers) {
    ResourceClaimStatus before = claim.getStatus();
    return new ResourceClaimStatus(allocation, before == null ? List.of() : before.getDevices(), consumers);
  }

  private static ResourceClaim withStatus(ResourceClaim claim, @Nullable ResourceClaimStatus status) {
    return new ResourceClaim(claim.getApiVersion(), claim.getKind(), claim.getMetadata(), claim.getSpec(), status);
  }
}
