package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimReference;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the claims of a pod.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (foreachPodResourceClaim), v1.37.2.
 */
final class PodClaims {
  private final ClaimTracker tracker;

  PodClaims(ClaimTracker tracker) {
    this.tracker = tracker;
  }

  /** What was found. */
  sealed interface Lookup {
    /**
     * All claims that the pod needs.
     *
     * @param claims in the order of the pod's entries
     */
    record Found(List<ClaimInfo> claims) implements Lookup {}

    /**
     * The pod cannot be scheduled yet.
     *
     * @param reason why, in upstream's words
     */
    record Missing(String reason) implements Lookup {}
  }

  private static final Lookup NONE = new Lookup.Found(List.of());

  Lookup of(Pod pod) {
    List<ClaimReference> references = ClaimReference.of(pod);
    if (references.isEmpty()) {
      return NONE;
    }
    String namespace = pod.getMetadata().getNamespace() == null ? "" : pod.getMetadata().getNamespace();
    List<ClaimInfo> claims = new ArrayList<>(references.size());
    for (ClaimReference reference : references) {
      if (reference.problem() != null) {
        return new Lookup.Missing(reference.problem());
      }
      if (reference.name() == null) {
        continue; // the template asks for nothing
      }
      ClaimInfo claim = tracker.get(namespace, reference.name());
      if (claim == null) {
        return new Lookup.Missing("could not find ResourceClaim \"" + namespace + "/" + reference.name() + "\"");
      }
      if (claim.isTerminating()) {
        return new Lookup.Missing("resourceclaim \"" + claim.name() + "\" is being deleted");
      }
      String problem = reference.generated() ? ClaimReference.ownershipProblem(pod, claim) : null;
      if (problem != null) {
        return new Lookup.Missing(problem);
      }
      claims.add(claim);
    }
    return new Lookup.Found(claims);
  }
}
