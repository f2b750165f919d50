package io.berth.framework.resource;

import java.util.Map;

/**
 * What counts when the resources of a pod are summed up.
 *
 * <p>Source: component-helpers/resource/helpers.go PodResourcesOptions, v0.37.2.
 *
 * @param useStatusResources whether what the status reports (allocated, actuated) counts beside the spec; needs
 *     InPlacePodVerticalScaling
 * @param inPlacePodLevelResourcesVerticalScalingEnabled whether the status' pod-level figures count
 * @param excludeOverhead whether the overhead of the runtime class is left out
 * @param nonMissingContainerRequests what a container requests of these resources where it says nothing of them
 * @param skipPodLevelResources whether {@code spec.resources} is ignored
 * @param skipContainerLevelResources whether the containers are ignored (requests only)
 * @param useDraNodeAllocatableResourceClaimStatus whether node resources that claims take count
 */
public record PodResourcesOptions(
    boolean useStatusResources,
    boolean inPlacePodLevelResourcesVerticalScalingEnabled,
    boolean excludeOverhead,
    Map<String, ExactQuantity> nonMissingContainerRequests,
    boolean skipPodLevelResources,
    boolean skipContainerLevelResources,
    boolean useDraNodeAllocatableResourceClaimStatus) {

  /** The spec alone, with overhead and pod-level resources. */
  public static final PodResourcesOptions SPEC = new PodResourcesOptions(false, false, false, Map.of(), false, false, false);

  /** Copies the map. */
  public PodResourcesOptions {
    nonMissingContainerRequests = Map.copyOf(nonMissingContainerRequests);
  }

  /** A copy with {@link #useStatusResources} as given. */
  public PodResourcesOptions withUseStatusResources(boolean value) {
    return new PodResourcesOptions(value, inPlacePodLevelResourcesVerticalScalingEnabled, excludeOverhead,
        nonMissingContainerRequests, skipPodLevelResources, skipContainerLevelResources,
        useDraNodeAllocatableResourceClaimStatus);
  }

  /** A copy with {@link #inPlacePodLevelResourcesVerticalScalingEnabled} as given. */
  public PodResourcesOptions withInPlacePodLevelResourcesVerticalScaling(boolean value) {
    return new PodResourcesOptions(useStatusResources, value, excludeOverhead, nonMissingContainerRequests,
        skipPodLevelResources, skipContainerLevelResources, useDraNodeAllocatableResourceClaimStatus);
  }

  /** A copy with {@link #excludeOverhead} as given. */
  public PodResourcesOptions withExcludeOverhead(boolean value) {
    return new PodResourcesOptions(useStatusResources, inPlacePodLevelResourcesVerticalScalingEnabled, value,
        nonMissingContainerRequests, skipPodLevelResources, skipContainerLevelResources,
        useDraNodeAllocatableResourceClaimStatus);
  }

  /** A copy with {@link #nonMissingContainerRequests} as given. */
  public PodResourcesOptions withNonMissingContainerRequests(Map<String, ExactQuantity> value) {
    return new PodResourcesOptions(useStatusResources, inPlacePodLevelResourcesVerticalScalingEnabled, excludeOverhead, value,
        skipPodLevelResources, skipContainerLevelResources, useDraNodeAllocatableResourceClaimStatus);
  }

  /** A copy with {@link #skipPodLevelResources} as given. */
  public PodResourcesOptions withSkipPodLevelResources(boolean value) {
    return new PodResourcesOptions(useStatusResources, inPlacePodLevelResourcesVerticalScalingEnabled, excludeOverhead,
        nonMissingContainerRequests, value, skipContainerLevelResources, useDraNodeAllocatableResourceClaimStatus);
  }

  /** A copy with {@link #skipContainerLevelResources} as given. */
  public PodResourcesOptions withSkipContainerLevelResources(boolean value) {
    return new PodResourcesOptions(useStatusResources, inPlacePodLevelResourcesVerticalScalingEnabled, excludeOverhead,
        nonMissingContainerRequests, skipPodLevelResources, value, useDraNodeAllocatableResourceClaimStatus);
  }

  /** A copy with {@link #useDraNodeAllocatableResourceClaimStatus} as given. */
  public PodResourcesOptions withUseDraNodeAllocatableResourceClaimStatus(boolean value) {
    return new PodResourcesOptions(useStatusResources, inPlacePodLevelResourcesVerticalScalingEnabled, excludeOverhead,
        nonMissingContainerRequests, skipPodLevelResources, skipContainerLevelResources, value);
  }
}
