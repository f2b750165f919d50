package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimUsers;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.framework.event.PreQueueingHint;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which changes may help a pod that waits for claims or devices.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (preQueueingHint, isSchedulableAfterClaimChange,
 * isSchedulableAfterTargetPodUpdate), v1.37.2.
 */
final class ClaimHints {
  private final PodClaims podClaims;
  private final @Nullable ClaimUsers users;
  private final Nominations nominations;
  private final boolean preempting;

  /**
   * Hints.
   *
   * @param users who names which claim; {@code null} while nobody asks for pre-hints
   * @param nominations a pod sleeps until the last claim is released that is released for it
   * @param preempting whether pods preempt others for their devices
   */
  ClaimHints(PodClaims podClaims, @Nullable ClaimUsers users, Nominations nominations, boolean preempting) {
    this.podClaims = podClaims;
    this.users = users;
    this.nominations = nominations;
    this.preempting = preempting;
  }

  PreQueueingHint beforeClaimChange(@Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    ResourceClaim some = after != null ? after : before;
    if (some == null || users == null || before != null && isAllocated(before) && (after == null || !isAllocated(after))) {
      return PreQueueingHint.ALL_PODS; // devices have become free, for whoever
    }
    if (losesConsumer(before, after)) {
      return PreQueueingHint.ALL_PODS;
    }
    if (after == null && WrittenClaims.podUid(some) != null) {
      return PreQueueingHint.ALL_PODS; // no pod names its special claim
    }
    return new PreQueueingHint.Only(users.of(ClaimWrites.key(some)));
  }

  QueueingHint afterClaimChange(PodInfo pod, @Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    ResourceClaim changed = after != null ? after : before;
    if (changed != null && nominations.isWaitingForMore(pod.uid(), changed.getMetadata().getUid())) {
      return QueueingHint.QUEUE_SKIP;
    }
    if (after == null) {
      // The devices of an allocated claim become free. A claim is deallocated first, as a rule. A special claim that an earlier attempt
      // left, with devices or not, kept its own pod from every node.
      return queueIf(before == null || isAllocated(before) || pod.uid().equals(WrittenClaims.podUid(before)));
    }
    if (!(podClaims.of(pod.pod()) instanceof PodClaims.Lookup.Found found)) {
      return QueueingHint.QUEUE_SKIP;
    }
    if (before != null && isAllocated(before) && !isAllocated(after)) {
      return QueueingHint.QUEUE;
    }
    if (losesConsumer(before, after) && !pod.neverPreempts()) {
      return QueueingHint.QUEUE;
    }
    return queueIf(uses(found, after) && (before == null || !status(before).equals(status(after))));
  }

  /** Whoever kept the devices from being preempted may be the one that goes: the others may all be victims. */
  private boolean losesConsumer(@Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    return preempting
        && before != null
        && after != null
        && isAllocated(after)
        && !status(after).getReservedFor().isEmpty()
        && !status(after).getReservedFor().containsAll(status(before).getReservedFor());
  }

  private static boolean uses(PodClaims.Lookup.Found found, ResourceClaim claim) {
    String uid = claim.getMetadata().getUid();
    for (ClaimInfo own : found.claims()) {
      if (own.claim() == claim || Objects.equals(own.claim().getMetadata().getUid(), uid)) {
        return true;
      }
    }
    return false;
  }

  /** A victim is gone: its preemptor may preempt again if it does not wait for claims, since somebody else has taken to them. */
  QueueingHint afterPodDelete(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    return queueIf(
        before != null
            && nominations.find(pod.uid(), before.nodeName()) != null
            && nominations.outstanding(before.nodeName()).isEmpty());
  }

  QueueingHint afterTargetPodUpdate(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    PodInfo changed = Objects.requireNonNull(after, "new pod");
    return queueIf(podClaims.of(changed.pod()) instanceof PodClaims.Lookup.Found);
  }

  private static QueueingHint queueIf(boolean helps) {
    return helps ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }

  private static boolean isAllocated(ResourceClaim claim) {
    return ClaimCopies.allocation(claim) != null;
  }

  private static ResourceClaimStatus status(ResourceClaim claim) {
    return claim.getStatus() == null ? new ResourceClaimStatus() : claim.getStatus();
  }
}
