package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.dra.PoolSpec.DeviceSpec;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Claims and slices, read in the plainest way. */
final class Devices {
  private Devices() {}

  /** What the claim has been given. */
  static List<DeviceRequestAllocationResult> of(ResourceClaim claim) {
    return claim.getStatus() == null ? List.of() : of(claim.getStatus().getAllocation());
  }

  static List<DeviceRequestAllocationResult> of(@Nullable AllocationResult allocation) {
    return allocation == null || allocation.getDevices() == null ? List.of() : allocation.getDevices().getResults();
  }

  static boolean isAllocated(ResourceClaim claim) {
    return claim.getStatus() != null && claim.getStatus().getAllocation() != null;
  }

  static boolean isReservedFor(ResourceClaim claim, Pod pod) {
    return claim.getStatus() != null
        && claim.getStatus().getReservedFor().stream().anyMatch(user -> pod.getMetadata().getUid().equals(user.getUid()));
  }

  /** How much of a shared device the result takes; {@code null} for a whole device. */
  static @Nullable Long share(DeviceRequestAllocationResult result) {
    return result.getShareID() == null ? null : Long.valueOf(result.getConsumedCapacity().get(PoolSpec.MEMORY).toString());
  }

  static boolean isOn(AllocationResult allocation, String node) {
    return allocation.getNodeSelector() == null
        || allocation.getNodeSelector().getNodeSelectorTerms().stream()
            .flatMap(term -> term.getMatchFields().stream())
            .allMatch(field -> field.getValues().contains(node));
  }

  /** The names of the pod's claims in the order of its entries, {@code null} for one that has not been made yet. */
  static List<@Nullable String> claimNames(Pod pod) {
    List<@Nullable String> names = new ArrayList<>();
    for (PodResourceClaim entry : pod.getSpec().getResourceClaims()) {
      String name = entry.getResourceClaimName();
      if (entry.getResourceClaimTemplateName() != null) {
        for (PodResourceClaimStatus status : pod.getStatus().getResourceClaimStatuses()) {
          name = status.getName().equals(entry.getName()) ? status.getResourceClaimName() : name;
        }
      }
      names.add(name);
    }
    return names;
  }

  /** The claims of the pod's that are there; {@code null} when one is missing. */
  static @Nullable List<ResourceClaim> claims(Pod pod, Collection<ResourceClaim> all) {
    List<ResourceClaim> found = new ArrayList<>();
    for (String name : claimNames(pod)) {
      ResourceClaim claim = null;
      for (ResourceClaim candidate : all) {
        boolean same =
            candidate.getMetadata().getName().equals(name)
                && Objects.equals(candidate.getMetadata().getNamespace(), pod.getMetadata().getNamespace());
        claim = same ? candidate : claim;
      }
      if (claim == null) {
        return null;
      }
      if (!found.contains(claim)) {
        found.add(claim);
      }
    }
    return found;
  }

  /** Whether the claim was made for another pod. */
  static boolean isOfAnother(ResourceClaim claim, Pod pod) {
    boolean made = claim.getMetadata().getOwnerReferences().stream().anyMatch(owner -> Boolean.TRUE.equals(owner.getController()));
    return made
        && claim.getMetadata().getOwnerReferences().stream().noneMatch(owner -> owner.getUid().equals(pod.getMetadata().getUid()));
  }

  /** What a node offers: the newest generation of its pool, if all of its slices are there. Empty when they are not. */
  static List<DeviceSpec> pool(String node, Collection<ResourceSlice> slices) {
    return newest(node, slices).stream().flatMap(slice -> slice.getSpec().getDevices().stream()).map(Devices::read).toList();
  }

  /** What parts of the node's devices may take together. */
  static int units(String node, Collection<ResourceSlice> slices) {
    return newest(node, slices).stream()
        .flatMap(slice -> slice.getSpec().getSharedCounters().stream())
        .mapToInt(set -> number(set.getCounters().get(PoolSpec.UNITS).getValue()))
        .sum();
  }

  private static List<ResourceSlice> newest(String node, Collection<ResourceSlice> slices) {
    List<ResourceSlice> own = slices.stream().filter(slice -> node.equals(slice.getSpec().getNodeName())).toList();
    long generation = own.stream().mapToLong(slice -> slice.getSpec().getPool().getGeneration()).max().orElse(0);
    List<ResourceSlice> newest = own.stream().filter(slice -> slice.getSpec().getPool().getGeneration() == generation).toList();
    boolean whole = newest.stream().allMatch(slice -> slice.getSpec().getPool().getResourceSliceCount() == newest.size());
    return whole ? newest : List.of();
  }

  private static DeviceSpec read(Device device) {
    boolean shared = Boolean.TRUE.equals(device.getAllowMultipleAllocations());
    int units =
        device.getConsumesCounters().stream().mapToInt(set -> number(set.getCounters().get(PoolSpec.UNITS).getValue())).sum();
    return new DeviceSpec(device.getName(), device.getAttributes().get("model").getString(), units, shared);
  }

  private static int number(Object quantity) {
    return Integer.parseInt(quantity.toString());
  }

  static Collection<ResourceKind<?>> kinds() {
    return List.of(
        ResourceKind.RESOURCE_CLAIMS, ResourceKind.RESOURCE_SLICES, ResourceKind.DEVICE_CLASSES);
  }
}
