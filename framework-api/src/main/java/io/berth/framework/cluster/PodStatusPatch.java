package io.berth.framework.cluster;

import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change to a pod's status as a scheduler makes it.
 *
 * @param conditions conditions to set, by type; the others stay
 * @param nominatedNodeName the new value, empty to clear it, {@code null} to leave it
 */
public record PodStatusPatch(List<PodCondition> conditions, @Nullable String nominatedNodeName) {
  /** Copies the conditions. */
  public PodStatusPatch {
    conditions = List.copyOf(conditions);
  }
}
