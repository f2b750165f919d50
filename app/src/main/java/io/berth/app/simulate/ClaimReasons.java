package io.berth.app.simulate;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which of its claims a pod waits for before it can be tried. */
final class ClaimReasons {

  private ClaimReasons() {}

  /** What is missing, for people. */
  static String of(Pod pod, InMemoryCluster cluster) {
    String namespace = pod.getMetadata().getNamespace();
    List<String> missing = new ArrayList<>();
    for (PodResourceClaim entry : pod.getSpec().getResourceClaims()) {
      String template = entry.getResourceClaimTemplateName();
      String name = entry.getResourceClaimName() != null ? entry.getResourceClaimName() : generated(pod, entry.getName());
      ResourceClaim claim = name == null ? null : cluster.get(ResourceKind.RESOURCE_CLAIMS, namespace, name);
      if (claim != null && claim.getMetadata().getDeletionTimestamp() != null) {
        missing.add("claim " + name + " is being deleted");
      } else if (claim == null && template == null) {
        missing.add("there is no claim " + name);
      } else if (claim == null) {
        boolean there = cluster.get(ResourceKind.RESOURCE_CLAIM_TEMPLATES, namespace, template) != null;
        missing.add(there ? "claim " + entry.getName() + " has not been made from its template" : "there is no claim template " + template);
      }
    }
    return String.join(", ", missing);
  }

  private static @Nullable String generated(Pod pod, String entry) {
    for (PodResourceClaimStatus status : pod.getStatus().getResourceClaimStatuses()) {
      if (entry.equals(status.getName())) {
        return status.getResourceClaimName();
      }
    }
    return null;
  }
}
