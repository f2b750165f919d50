package io.berth.dynamicresources.nomination;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.TakenDevices;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pod that is nominated to a node shall get there.
 *
 * @param pod the preemptor
 * @param node the node
 * @param claims its claims that have no allocation
 * @param allocated the devices for them, as the simulation chose them; {@code null} if there are none to be held
 */
public record ClaimNomination(PodInfo pod, String node, List<ClaimInfo> claims, @Nullable Allocated allocated) {
  /** Copies the list. */
  public ClaimNomination {
    claims = List.copyOf(claims);
  }

  /** The allocations that are held, one for each of the claims; empty if nothing is held. */
  public List<AllocationResult> held() {
    return allocated == null ? List.of() : allocated.results();
  }

  /** What these take, in their order. */
  public List<TakenDevices> taken() {
    return allocated == null ? List.of() : allocated.taken();
  }
}
