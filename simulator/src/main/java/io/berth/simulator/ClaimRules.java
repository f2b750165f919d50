package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.PodClaims;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is special about the status of resource claims: a device that is not allocated any more loses its own status.
 *
 * <p>Source: pkg/registry/resource/resourceclaim/strategy.go, v1.37.2.
 */
final class ClaimRules {
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
