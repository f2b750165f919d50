package io.berth.simulator.internal;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatus;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods and the resource claims that they use. Pure. Claims of groups of pods are not known here.
 *
 * <p>Source: dynamic-resource-allocation/resourceclaim (pod.go, resourceclaim.go), v0.37.2.
 */
public final class PodClaims {
  /** Keeps a claim that is allocated. */
  public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  /** Says of a generated claim which of its pod's claims it is. */
  public static final String ANNOTATION = "resource.kubernetes.io/pod-claim-name";

  private PodClaims() {}

  /** What is known of one entry of a pod's {@code resourceClaims}. */
  public sealed interface Entry {
    /**
     * The claim has a name.
     *
     * @param generated whether it was made for the pod, which must be its controller then
     */
    record Named(String claim, boolean generated) implements Entry {}

    /** The claim has still to be made from its template. */
    record NotCreated(String template) implements Entry {}

    /** No claim is needed. */
    record NotNeeded() implements Entry {}

    /** The entry names neither a claim nor a template. */
    record Unknown() implements Entry {}
  }

  /** What is known of the entry. */
  public static Entry entry(Pod pod, PodResourceClaim podClaim) {
    if (podClaim.getResourceClaimName() != null) {
      return new Entry.Named(podClaim.getResourceClaimName(), false);
    }
    if (podClaim.getResourceClaimTemplateName() == null) {
      return new Entry.Unknown();
    }
    for (PodResourceClaimStatus status : statuses(pod)) {
      if (podClaim.getName().equals(status.getName())) {
        String name = status.getResourceClaimName();
        return name == null ? new Entry.NotNeeded() : new Entry.Named(name, true);
      }
    }
    return new Entry.NotCreated(podClaim.getResourceClaimTemplateName());
  }

  /** The entries of the pod. */
  public static List<PodResourceClaim> entries(Pod pod) {
    return pod.getSpec() == null ? List.of() : pod.getSpec().getResourceClaims();
  }

  /** What the pod's status says of generated claims. */
  public static List<PodResourceClaimStatus> statuses(Pod pod) {
    return pod.getStatus() == null ? List.of() : pod.getStatus().getResourceClaimStatuses();
  }

  /** The name of the claim that stands for extended resources of the pod, or {@code null}. */
  public static @Nullable String extendedClaim(Pod pod) {
    PodExtendedResourceClaimStatus status = pod.getStatus() == null ? null : pod.getStatus().getExtendedResourceClaimStatus();
    String name = status == null ? null : status.getResourceClaimName();
    return name == null || name.isEmpty() ? null : name;
  }

  /** The claims that have a name, that for extended resources last. */
  public static List<String> names(Pod pod) {
    List<String> names = new ArrayList<>();
    for (PodResourceClaim podClaim : entries(pod)) {
      if (entry(pod, podClaim) instanceof Entry.Named named) {
        names.add(named.claim());
      }
    }
    String extended = extendedClaim(pod);
    if (extended != null) {
      names.add(extended);
    }
    return names;
  }

  /** Whether all claims of the pod have a name. */
  public static boolean allNamed(Pod pod) {
    for (PodResourceClaim podClaim : entries(pod)) {
      Entry entry = entry(pod, podClaim);
      if (entry instanceof Entry.NotCreated || entry instanceof Entry.Unknown) {
        return false;
      }
    }
    return true;
  }

  /** Whether the pod has anything to do with claims. */
  public static boolean any(Pod pod) {
    return !entries(pod).isEmpty() || pod.getStatus() != null && pod.getStatus().getExtendedResourceClaimStatus() != null;
  }

  /** Whether the pod controls the claim. */
  public static boolean isFor(Pod pod, ResourceClaim claim) {
    for (OwnerReference owner : claim.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        return pod.getMetadata().getUid().equals(owner.getUid());
      }
    }
    return false;
  }

  /** The pod that the claim was made for, or {@code null}. */
  public static @Nullable OwnerReference owningPod(ResourceClaim claim) {
    for (OwnerReference owner : claim.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController()) && "v1".equals(owner.getApiVersion()) && "Pod".equals(owner.getKind())) {
        return owner;
      }
    }
    return null;
  }

  /** Whether devices have been allocated for the claim. */
  public static boolean isAllocated(ResourceClaim claim) {
    ResourceClaimStatus status = claim.getStatus();
    return status != null && status.getAllocation() != null;
  }

  /** Who may use the claim. */
  public static List<ResourceClaimConsumerReference> reservedFor(ResourceClaim claim) {
    ResourceClaimStatus status = claim.getStatus();
    return status == null ? List.of() : status.getReservedFor();
  }

  /** Whether the pod may use the claim. */
  public static boolean isReservedFor(Pod pod, ResourceClaim claim) {
    String uid = pod.getMetadata().getUid();
    return reservedFor(claim).stream().anyMatch(consumer -> uid.equals(consumer.getUid()));
  }

  /** Whether none of the pod's containers runs or ever will. */
  public static boolean isDone(Pod pod) {
    return PodRules.isFinished(pod) || PodRules.isTerminating(pod) && PodRules.nodeName(pod).isEmpty();
  }
}
