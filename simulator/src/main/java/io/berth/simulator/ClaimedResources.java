package io.berth.simulator;

import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.framework.resource.ResourcesBuilder;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Extended resources that a pod is given by a claim and not by the node.
 *
 * <p>Source: pkg/kubelet/lifecycle/predicate.go (removeMissingExtendedResources), v1.37.2.
 */
public final class ClaimedResources {
  private ClaimedResources() {}

  /**
   * What is left of the amounts for the node to give.
   *
   * @param pod the pod, whose status tells what a claim gives
   * @param wanted what the pod requests
   */
  public static Resources without(Pod pod, Resources wanted) {
    PodExtendedResourceClaimStatus status =
        pod.getStatus() == null ? null : pod.getStatus().getExtendedResourceClaimStatus();
    List<ContainerExtendedResourceRequest> mappings = status == null ? null : status.getRequestMappings();
    if (mappings == null || mappings.isEmpty()) {
      return wanted;
    }
    ResourcesBuilder claimed = Resources.builder();
    Set<ResourceName> seen = new HashSet<>();
    for (ContainerExtendedResourceRequest mapping : mappings) {
      ResourceName name = ResourceName.of(mapping.getResourceName());
      if (name.isDraExtended() && seen.add(name)) {
        claimed.add(name, wanted.getExact(name));
      }
    }
    return wanted.minus(claimed.build());
  }
}
