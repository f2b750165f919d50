package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.NodeAllocatableMappedResources;
import io.fabric8.kubernetes.api.model.NodeAllocatableOverheadResources;
import io.fabric8.kubernetes.api.model.NodeAllocatableResourceClaimStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;

/**
 * Node resources that the claims of a pod take.
 *
 * <p>Source: component-helpers/resource/helpers.go addDRANodeAllocatableClaimResources, v0.37.2.
 */
final class DraAmounts {

  private DraAmounts() {}

  static void add(Map<String, ExactQuantity> sum, Pod pod, PodResourcesOptions options) {
    if (!options.useDraNodeAllocatableResourceClaimStatus() || pod.getStatus() == null) {
      return;
    }
    for (NodeAllocatableResourceClaimStatus claim : orNone(pod.getStatus().getNodeAllocatableResourceClaimStatuses())) {
      for (NodeAllocatableMappedResources mapping : orNone(claim.getMapping())) {
        if (mapping.getQuantity() != null) {
          add(sum, mapping.getName(), ExactQuantity.of(mapping.getQuantity()));
        }
      }
      int containers = orNone(claim.getContainers()).size();
      for (NodeAllocatableOverheadResources overhead : orNone(claim.getOverhead())) {
        ExactQuantity quantity = ExactQuantity.ZERO;
        if (overhead.getPerPod() != null) {
          quantity = quantity.plus(ExactQuantity.of(overhead.getPerPod()));
        }
        if (overhead.getPerContainer() != null && containers > 0) {
          quantity = quantity.plus(ExactQuantity.of(overhead.getPerContainer()).times(containers));
        }
        add(sum, overhead.getName(), quantity);
      }
    }
  }

  /** Limits grow only where there is one; huge pages, which cannot be overcommitted, always. */
  static void addToLimits(Map<String, ExactQuantity> limits, Pod pod, PodResourcesOptions options) {
    Map<String, ExactQuantity> taken = Amounts.none();
    add(taken, pod, options);
    taken.forEach((name, quantity) -> {
      if (limits.containsKey(name) || ResourceName.isHugePage(name)) {
        add(limits, name, quantity);
      }
    });
  }

  private static void add(Map<String, ExactQuantity> sum, String name, ExactQuantity quantity) {
    sum.put(name, sum.getOrDefault(name, ExactQuantity.ZERO).plus(quantity));
  }

  private static <T> List<T> orNone(List<T> list) {
    return list == null ? List.of() : list;
  }
}
