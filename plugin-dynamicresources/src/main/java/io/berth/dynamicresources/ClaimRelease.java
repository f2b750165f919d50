package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimReference;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.PendingAllocation;
import io.berth.framework.Handle;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a claim is released when pods leave a node: the one answer for simulations, for nominations and for the record of victims'
 * claims.
 *
 * <p>A claim is released when every consumer leaves, or is on its way out on that node. Its consumers are the pods that it is reserved for
 * and those that hold an allocation of it in flight. Anybody else keeps it: a pod on another node, a pod that nobody knows, a pod of a pod
 * group, a consumer that is no pod.
 *
 * <p>Source: KEP-5690, Preemption simulation and Claim nomination.
 */
final class ClaimRelease {
  private final ClaimTracker tracker;
  private final Handle handle;

  ClaimRelease(ClaimTracker tracker, Handle handle) {
    this.tracker = tracker;
    this.handle = handle;
  }

  /** Whether pods of this kind take part: those of a pod group are preempted by other rules. */
  static boolean takesPart(PodInfo pod) {
    return pod.pod().getSpec() == null || pod.pod().getSpec().getSchedulingGroup() == null;
  }

  /** The claims that the pod is a consumer of. Claims for extended resources are none of them: no pod names them. */
  List<ClaimInfo> heldBy(PodInfo pod) {
    List<PodResourceClaim> entries = pod.pod().getSpec() == null ? null : pod.pod().getSpec().getResourceClaims();
    if (entries == null || entries.isEmpty()) {
      return List.of();
    }
    if (entries.size() == 1) {
      ClaimInfo claim = heldBy(pod, entries.get(0));
      return claim == null ? List.of() : List.of(claim);
    }
    List<ClaimInfo> held = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      ClaimInfo claim = heldBy(pod, entries.get(i));
      if (claim != null && !held.contains(claim)) {
        held.add(claim);
      }
    }
    return held;
  }

  private @Nullable ClaimInfo heldBy(PodInfo pod, PodResourceClaim entry) {
    String name = ClaimReference.nameOf(pod.pod(), entry);
    ClaimInfo claim = name == null ? null : tracker.get(pod.namespace(), name);
    return claim != null && isConsumer(claim, pod.uid()) ? claim : null;
  }

  private boolean isConsumer(ClaimInfo claim, String podUid) {
    if (claim.isReservedFor(podUid)) {
      return true;
    }
    PendingAllocation inFlight = tracker.pending(claim.uid());
    return inFlight != null && inFlight.podUids().contains(podUid);
  }

  /** Whether one of these pods is a consumer of the claim. */
  boolean isHeldByAny(ClaimInfo claim, Set<String> podUids) {
    if (podUids.isEmpty()) {
      return false;
    }
    for (ResourceClaimConsumerReference consumer : claim.reservedFor()) {
      if (podUids.contains(consumer.getUid())) {
        return true;
      }
    }
    PendingAllocation inFlight = tracker.pending(claim.uid());
    return inFlight != null && !Collections.disjoint(podUids, inFlight.podUids());
  }

  /**
   * Whether every consumer of the claim leaves, given that the pods with these UIDs leave the node.
   *
   * @param leaving pods that {@linkplain #takesPart take part} all of them
   */
  boolean isLeftByAll(ClaimInfo claim, String node, Set<String> leaving) {
    PendingAllocation inFlight = tracker.pending(claim.uid());
    if (inFlight != null && !leaving.containsAll(inFlight.podUids())) {
      return false;
    }
    for (ResourceClaimConsumerReference consumer : claim.reservedFor()) {
      if (!ClaimInfo.isPod(consumer) || !leaves(claim, consumer, node, leaving)) {
        return false;
      }
    }
    return true;
  }

  private boolean leaves(ClaimInfo claim, ResourceClaimConsumerReference consumer, String node, Set<String> leaving) {
    // A pod of that set takes part: a simulation takes no others away, a record is made of claims that all consumers leave, none of whom is
    // of a group then, and a pod's group never changes. So nobody need look who it is.
    if (leaving.contains(consumer.getUid())) {
      return true;
    }
    PodInfo pod = known(claim, consumer);
    return pod != null && pod.terminating() && node.equals(pod.nodeName()) && takesPart(pod);
  }

  /** Whether the claim is reserved for a pod that is on its way out, wherever that is. */
  boolean isOfPodsOnTheirWayOut(ClaimInfo claim) {
    for (ResourceClaimConsumerReference consumer : claim.reservedFor()) {
      PodInfo pod = known(claim, consumer);
      if (pod != null && pod.terminating()) {
        return true;
      }
    }
    return false;
  }

  private @Nullable PodInfo known(ClaimInfo claim, ResourceClaimConsumerReference consumer) {
    PodInfo pod = handle.pod(claim.namespace() + "/" + consumer.getName());
    return pod != null && pod.uid().equals(consumer.getUid()) ? pod : null;
  }
}
