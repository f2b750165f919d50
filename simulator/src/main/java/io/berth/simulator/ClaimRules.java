package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.PodClaims;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is special about the status of resource claims: a device that is not allocated any more loses its own status; an allocation comes
 * and goes as a whole, and so many pods at most use it.
 *
 * <p>Source: pkg/registry/resource/resourceclaim/strategy.go and pkg/apis/resource/validation/validation.go
 * (validateResourceClaimStatusUpdate), v1.37.2.
 */
final class ClaimRules {
  private static final int MOST_CONSUMERS = 256;

  private ClaimRules() {}

  private record DeviceId(String driver, String pool, String device, @Nullable String share) {}

  /** Completes the status of the draft, which is ours alone. */
  static void prepareStatus(HasMetadata there, HasMetadata draft) {
    if (!(there instanceof ResourceClaim before) || !(draft instanceof ResourceClaim after) || after.getStatus() == null) {
      return;
    }
    Set<DeviceId> lost = allocated(before);
    lost.removeAll(allocated(after));
    List<AllocatedDeviceStatus> kept =
        after.getStatus().getDevices().stream()
            .filter(d -> !lost.contains(new DeviceId(d.getDriver(), d.getPool(), d.getDevice(), d.getShareID())))
            .toList();
    if (kept.size() < after.getStatus().getDevices().size()) {
      ResourceClaimStatus status = Beans.shallow(after.getStatus());
      status.setDevices(kept);
      after.setStatus(status);
    }
  }

  /** Why the draft's status is not allowed; {@code null} if it is. */
  static @Nullable String refusal(HasMetadata there, HasMetadata draft) {
    if (!(there instanceof ResourceClaim before) || !(draft instanceof ResourceClaim after) || after.getStatus() == null) {
      return null;
    }
    List<ResourceClaimConsumerReference> consumers = after.getStatus().getReservedFor();
    Set<String> uids = new HashSet<>();
    String why = null;
    if (consumers.size() > MOST_CONSUMERS) {
      why = "reservedFor: Too many: " + consumers.size() + ": must have at most " + MOST_CONSUMERS + " items";
    } else if (!consumers.stream().map(ResourceClaimConsumerReference::getUid).allMatch(uids::add)) {
      why = "reservedFor: Duplicate value";
    } else if (!consumers.isEmpty() && !PodClaims.isAllocated(after)) {
      why = "reservedFor: Forbidden: may not be specified when `allocated` is not set";
    } else if (isGoing(before) && !usersOf(before).containsAll(consumers)) {
      why = "reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
    } else if (PodClaims.isAllocated(before)
        && PodClaims.isAllocated(after)
        && !before.getStatus().getAllocation().equals(after.getStatus().getAllocation())) {
      why = "allocation: Invalid value: field is immutable";
    }
    return why == null
        ? null
        : "ResourceClaim.resource.k8s.io \"" + after.getMetadata().getName() + "\" is invalid: status." + why;
  }

  private static boolean isGoing(ResourceClaim claim) {
    return claim.getMetadata().getDeletionTimestamp() != null;
  }

  private static List<ResourceClaimConsumerReference> usersOf(ResourceClaim claim) {
    return claim.getStatus() == null ? List.of() : claim.getStatus().getReservedFor();
  }

  private static Set<DeviceId> allocated(ResourceClaim claim) {
    Set<DeviceId> devices = new HashSet<>();
    if (PodClaims.isAllocated(claim) && claim.getStatus().getAllocation().getDevices() != null) {
      for (DeviceRequestAllocationResult r : claim.getStatus().getAllocation().getDevices().getResults()) {
        devices.add(new DeviceId(r.getDriver(), r.getPool(), r.getDevice(), r.getShareID()));
      }
    }
    return devices;
  }
}
