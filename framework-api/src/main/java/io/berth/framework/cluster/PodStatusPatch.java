package io.berth.framework.cluster;

import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change to a pod's status as a scheduler makes it.
 *
 * @param conditions conditions to set, by type; the others stay
 * @param nominatedNodeName the new value, empty to clear it, {@code null} to leave it
 * @param extendedResourceClaimStatus which claim provides the pod's extended resources, {@code null} to leave what is there
 */
public record PodStatusPatch(
    List<PodCondition> conditions,
    @Nullable String nominatedNodeName,
    @Nullable PodExtendedResourceClaimStatus extendedResourceClaimStatus) {
  /** Copies the conditions. */
  public PodStatusPatch {
    conditions = List.copyOf(conditions);
  }

  /** Conditions and nomination alone. */
  public PodStatusPatch(List<PodCondition> conditions, @Nullable String nominatedNodeName) {
    this(conditions, nominatedNodeName, null);
  }

  /** The claim for extended resources alone. */
  public static PodStatusPatch ofExtendedResourceClaim(PodExtendedResourceClaimStatus status) {
    return new PodStatusPatch(List.of(), null, status);
  }
}
