package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.Allocated;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Filter found on a node.
 *
 * @param allocated the devices, for each claim that has no allocation, in order
 * @param special what the claim for extended resources is on this node, or {@code null} if there is none
 */
record NodeAllocation(Allocated allocated, ExtendedResources.OnNode.@Nullable Devices special) {

  /** One result for each claim that has no allocation, in order; the same objects at every call. */
  List<AllocationResult> results() {
    return allocated.results();
  }
}
