package io.berth.app.config;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Keeps pods pending that ask for resource claims: no plugin here schedules devices yet, and a pod must not be placed where it cannot
 * start.
 *
 * <p>Stands for upstream's DynamicResources, v1.37.2.
 */
final class UnsupportedResourceClaims implements PreFilterPlugin, EnqueueExtensions {

  static final String NAME = "UnsupportedResourceClaims";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    List<PodResourceClaim> claims = pod.pod().getSpec() == null ? List.of() : pod.pod().getSpec().getResourceClaims();
    if (claims == null || claims.isEmpty()) {
      return PreFilterDecision.SKIP;
    }
    String names = claims.stream().map(claim -> "\"" + claim.getName() + "\"").collect(Collectors.joining(", "));
    return PreFilterDecision.reject(
        Status.unresolvable("pod has resource claim " + names + "; Berth does not schedule resource claims yet").withPlugin(NAME));
  }

  /** None: the claims of a pod never change. */
  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of();
  }
}
