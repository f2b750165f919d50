package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Gives up an allocation that keeps the pod from its nodes and that nobody else uses. One claim at a time: the first.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (PostFilter, deallocateOrDeletePodClaims), v1.37.2.
 */
final class ClaimPostFilter {
  private final ClaimWrites writes;
  private final ExtendedResources extendedResources;

  ClaimPostFilter(ClaimWrites writes, ExtendedResources extendedResources) {
    this.writes = writes;
    this.extendedResources = extendedResources;
  }

  CompletionStage<PostFilterResult> giveUp(ClaimsState state, PodInfo pod) {
    BitSet unavailable = state.unavailable();
    for (int i = unavailable.nextSetBit(0); i >= 0 && i < state.userClaims(); i = unavailable.nextSetBit(i + 1)) {
      if (isUnusedByOthers(state.claim(i), pod)) {
        return deallocate(state.claim(i));
      }
    }
    int special = state.specialIndex();
    if (special >= 0 && extendedResources.isWritten(state.claim(special))) {
      // It was made by an earlier attempt. What it requests may not be what is needed now.
      return extendedResources
          .delete(state.claim(special))
          .thenApply(
              attempt ->
                  attempt instanceof ClaimWrites.Attempt.Failed failed
                      ? error(failed.message())
                      : attempt instanceof ClaimWrites.Attempt.Conflict conflict
                          ? error(conflict.message())
                          : PostFilterResult.unschedulable("deletion of ResourceClaim completed"));
    }
    return CompletableFuture.completedFuture(PostFilterResult.unschedulable());
  }

  private static boolean isUnusedByOthers(ClaimInfo claim, PodInfo pod) {
    List<ResourceClaimConsumerReference> consumers = claim.reservedFor();
    return consumers.isEmpty() || consumers.size() == 1 && pod.uid().equals(consumers.get(0).getUid());
  }

  private CompletionStage<PostFilterResult> deallocate(ClaimInfo claim) {
    return writes
        .updateStatus(ClaimCopies.deallocate(claim.claim()))
        .thenApply(
            outcome ->
                outcome.isDone()
                    ? PostFilterResult.unschedulable("deallocation of ResourceClaim completed")
                    : error(outcome.describe()));
  }

  private static PostFilterResult error(String message) {
    return new PostFilterResult(Status.error(message), NominatingInfo.NOOP);
  }
}
