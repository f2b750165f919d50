package io.berth.framework.resource;

/**
 * The feature gates that upstream's formula depends on.
 *
 * @param inPlacePodVerticalScaling whether the status' figures of the containers count
 * @param inPlacePodLevelResourcesVerticalScaling whether the status' pod-level figures count
 * @param podLevelResources whether {@code spec.resources} counts
 * @param draNodeAllocatableResources whether node resources that claims take count
 */
public record UpstreamRequestOptions(
    boolean inPlacePodVerticalScaling,
    boolean inPlacePodLevelResourcesVerticalScaling,
    boolean podLevelResources,
    boolean draNodeAllocatableResources) {

  /** The defaults of v1.37: all but the last. */
  public static final UpstreamRequestOptions DEFAULT = new UpstreamRequestOptions(true, true, true, false);
}
