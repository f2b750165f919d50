package io.berth.dynamicresources.claims;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which claim an entry of a pod's {@code spec.resourceClaims} stands for.
 *
 * <p>Source: dynamic-resource-allocation/resourceclaim/resourceclaim.go, v0.37.2.
 *
 * @param entry the entry's name
 * @param name the claim's name; {@code null} if the pod needs none, or there is a problem
 * @param generated whether the claim was made for the pod from a template, and so must be its own
 * @param problem why no claim can be named, in upstream's words; {@code null} if one can
 */
public record ClaimReference(String entry, @Nullable String name, boolean generated, @Nullable String problem) {

  /** The pod's entries, in order. */
  public static List<ClaimReference> of(Pod pod) {
    List<PodResourceClaim> entries = pod.getSpec() == null ? null : pod.getSpec().getResourceClaims();
    if (entries == null || entries.isEmpty()) {
      return List.of();
    }
    List<ClaimReference> references = new ArrayList<>(entries.size());
    for (PodResourceClaim entry : entries) {
      references.add(of(pod, entry));
    }
    return references;
  }

  /**
   * The name of the claim that one entry of the pod stands for, as {@link #name} has it; {@code null} if there is none, for whatever reason.
   * Makes nothing: for those who look at pod after pod.
   */
  public static @Nullable String nameOf(Pod pod, PodResourceClaim entry) {
    if (entry.getResourceClaimName() != null) {
      return entry.getResourceClaimName();
    }
    PodResourceClaimStatus status = entry.getResourceClaimTemplateName() == null ? null : statusOf(pod, entry);
    return status == null ? null : status.getResourceClaimName();
  }

  private static @Nullable PodResourceClaimStatus statusOf(Pod pod, PodResourceClaim entry) {
    List<PodResourceClaimStatus> statuses = pod.getStatus() == null ? null : pod.getStatus().getResourceClaimStatuses();
    String name = Objects.requireNonNullElse(entry.getName(), "");
    for (int i = 0; statuses != null && i < statuses.size(); i++) {
      if (name.equals(statuses.get(i).getName())) {
        return statuses.get(i);
      }
    }
    return null;
  }

  private static ClaimReference of(Pod pod, PodResourceClaim entry) {
    String entryName = Objects.requireNonNullElse(entry.getName(), "");
    if (entry.getResourceClaimName() != null) {
      return new ClaimReference(entryName, entry.getResourceClaimName(), false, null);
    }
    String who = "pod \"" + pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName() + "\"";
    if (entry.getResourceClaimTemplateName() == null) {
      String where = who + ", spec.resourceClaim \"" + entryName + "\"";
      return new ClaimReference(entryName, null, false, where + ": none of the supported fields are set");
    }
    PodResourceClaimStatus status = statusOf(pod, entry);
    return status == null
        ? new ClaimReference(entryName, null, true, who + ": ResourceClaim not created yet")
        : new ClaimReference(entryName, status.getResourceClaimName(), true, null);
  }

  /** What is wrong with a generated claim that is not the pod's own, in upstream's words; {@code null} if it is. */
  public static @Nullable String ownershipProblem(Pod pod, ClaimInfo claim) {
    for (OwnerReference owner : claim.claim().getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        if (Objects.equals(owner.getUid(), pod.getMetadata().getUid())) {
          return null;
        }
        break;
      }
    }
    String podKey = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    return "ResourceClaim " + claim.key() + " was not created for Pod " + podKey + " (Pod is not owner)";
  }
}
