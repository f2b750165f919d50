package io.berth.plugins.podtopologyspread;

import io.berth.framework.model.SpreadConstraint;
import org.jspecify.annotations.Nullable;

/**
 * A constraint for pods that have none of their own. Which pods it counts follows from the pod's services and controller.
 *
 * @param maxSkew by how many pods domains may differ; above 0
 * @param topologyKey the node label whose values make the domains
 * @param whenUnsatisfiable {@link SpreadConstraint#DO_NOT_SCHEDULE} or {@link SpreadConstraint#SCHEDULE_ANYWAY}
 * @param minDomains how many domains there should be, or {@code null} for 1
 * @param nodeAffinityPolicy {@code Honor} or {@code Ignore}, or {@code null} for Honor
 * @param nodeTaintsPolicy {@code Honor} or {@code Ignore}, or {@code null} for Ignore
 */
public record DefaultConstraint(
    int maxSkew,
    String topologyKey,
    String whenUnsatisfiable,
    @Nullable Integer minDomains,
    @Nullable String nodeAffinityPolicy,
    @Nullable String nodeTaintsPolicy) {
  /** Without a minimum of domains and with the usual policies. */
  public DefaultConstraint(int maxSkew, String topologyKey, String whenUnsatisfiable) {
    this(maxSkew, topologyKey, whenUnsatisfiable, null, null, null);
  }
}
