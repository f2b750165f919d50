package io.berth.conformance.histories.dra;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Claims and slices, read in the plainest way. */
final class Devices {
  static final String GPU = "example.com/gpu";

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

  /** How much of a shared device the result takes, in thousandths; {@code null} for a whole device. */
  static @Nullable Long share(DeviceRequestAllocationResult result) {
    return result.getShareID() == null ? null : Long.valueOf(NaiveClaim.thousandths(result.getConsumedCapacity().get(DeviceSpec.MEMORY)));
  }

  static boolean isOn(AllocationResult allocation, Node node) {
    return allocation.getNodeSelector() == null || Reach.matches(allocation.getNodeSelector(), node);
  }

  /** Whether the allocation is for this one node by its name, or for nodes by their labels. */
  static boolean mayBeOn(AllocationResult allocation, String node) {
    return allocation.getNodeSelector() == null
        || allocation.getNodeSelector().getNodeSelectorTerms().stream()
            .flatMap(term -> term.getMatchFields().stream())
            .allMatch(field -> field.getValues().contains(node));
  }

  /** What the drivers say of a claim's devices. */
  enum Binding {
    READY,
    PENDING,
    BROKEN
  }

  /** What the drivers say, device by device: who has not answered yet is waited for, whatever has become of the next one. */
  static Binding binding(ResourceClaim claim) {
    for (DeviceRequestAllocationResult result : of(claim)) {
      if (!result.getBindingConditions().isEmpty()) {
        if (isTrue(claim, result, result.getBindingFailureConditions()::contains)) {
          return Binding.BROKEN;
        } else if (!result.getBindingConditions().stream().allMatch(type -> isTrue(claim, result, type::equals))) {
          return Binding.PENDING;
        }
      }
    }
    return Binding.READY;
  }

  /** Whether the time is over in which the claim's devices had to get ready. */
  static boolean isTooLate(ResourceClaim claim, Instant now) {
    String since = claim.getStatus().getAllocation().getAllocationTimestamp();
    return since != null && Instant.parse(since).plus(DraRun.BINDING_TIMEOUT).isBefore(now);
  }

  private static boolean isTrue(ResourceClaim claim, DeviceRequestAllocationResult result, Predicate<String> type) {
    return claim.getStatus().getDevices().stream()
        .filter(device -> device.getDevice().equals(result.getDevice()) && device.getPool().equals(result.getPool()))
        .flatMap(device -> device.getConditions().stream())
        .anyMatch(condition -> condition.getStatus().equals("True") && type.test(condition.getType()));
  }

  /** The special claim that was made for the pod's extended resources, or {@code null}. */
  static @Nullable ResourceClaim special(Pod pod, Collection<ResourceClaim> all) {
    for (ResourceClaim claim : all) {
      boolean owned = claim.getMetadata().getOwnerReferences().stream().anyMatch(owner -> owner.getUid().equals(pod.getMetadata().getUid()));
      if (owned && isSpecial(claim)) {
        return claim;
      }
    }
    return null;
  }

  static boolean isSpecial(ResourceClaim claim) {
    Map<String, String> notes = claim.getMetadata().getAnnotations();
    return notes != null && "true".equals(notes.get("resource.kubernetes.io/extended-resource-claim"));
  }

  /** How many devices the pod asks for by way of a resource that a class stands for. */
  static int gpus(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .map(container -> container.getResources() == null ? null : container.getResources().getRequests())
        .mapToInt(requests -> requests == null || requests.get(GPU) == null ? 0 : requests.get(GPU).getNumericalAmount().intValueExact())
        .sum();
  }

  /** Whether the node's own plugins have some of that resource. */
  static boolean hasGpus(Node node) {
    Quantity gpus = node.getStatus().getAllocatable().get(GPU);
    return gpus != null && gpus.getNumericalAmount().signum() > 0;
  }

  /** The class that stands for the resource, or {@code null}. */
  static @Nullable DeviceClass ofGpus(Collection<DeviceClass> classes) {
    return classes.stream().filter(one -> GPU.equals(one.getSpec().getExtendedResourceName())).findFirst().orElse(null);
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

  /** The devices that say by name that they are the node's, each behind its pool: of the newest generation, if all of its slices are there. */
  static Set<String> ownOf(String node, Collection<ResourceSlice> slices) {
    Map<String, List<ResourceSlice>> pools = new HashMap<>();
    for (ResourceSlice slice : slices) {
      String pool = slice.getSpec().getDriver() + "/" + slice.getSpec().getPool().getName();
      pools.computeIfAbsent(pool, name -> new ArrayList<>()).add(slice);
    }
    Set<String> names = new HashSet<>();
    for (List<ResourceSlice> all : pools.values()) {
      long generation = all.stream().mapToLong(slice -> slice.getSpec().getPool().getGeneration()).max().orElse(0);
      List<ResourceSlice> newest = all.stream().filter(slice -> slice.getSpec().getPool().getGeneration() == generation).toList();
      if (newest.stream().allMatch(slice -> slice.getSpec().getPool().getResourceSliceCount() == newest.size())) {
        for (ResourceSlice slice : newest) {
          slice.getSpec().getDevices().stream()
              .filter(device -> node.equals(slice.getSpec().getNodeName()) || node.equals(device.getNodeName()))
              .forEach(device -> names.add(slice.getSpec().getPool().getName() + "/" + device.getName()));
        }
      }
    }
    return names;
  }

  static Collection<ResourceKind<?>> kinds() {
    return List.of(
        ResourceKind.RESOURCE_CLAIMS, ResourceKind.RESOURCE_SLICES, ResourceKind.DEVICE_CLASSES, ResourceKind.DEVICE_TAINT_RULES);
  }
}
