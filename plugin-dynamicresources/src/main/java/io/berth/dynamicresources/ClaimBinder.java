package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.Cancellation;
import io.berth.framework.Timers;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Writes what Reserve decided on one claim: its allocation, if it was chosen for it, and that the pod may use it.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (bindClaim), v1.37.2.
 */
final class ClaimBinder {
  private final ClaimWrites writes;
  private final ClaimTracker tracker;
  private final Timers timers;
  private final boolean bindingConditions;

  ClaimBinder(ClaimWrites writes, ClaimTracker tracker, Timers timers, boolean bindingConditions) {
    this.writes = writes;
    this.tracker = tracker;
    this.timers = timers;
    this.bindingConditions = bindingConditions;
  }

  /**
   * Writes the claim. When it is done, the tracker shows the claim as it was written.
   *
   * @param allocation what was chosen for it, or {@code null} if it had an allocation before
   * @param cancellation ends this before the next write
   * @return completes on the scheduler's own thread
   */
  CompletionStage<Attempt> bind(
      ResourceClaim claim, @Nullable ClaimAllocation allocation, PodInfo pod, Cancellation cancellation) {
    return writes.retryOnConflict(claim, current -> attempt(current, allocation, pod, cancellation));
  }

  private CompletionStage<Attempt> attempt(
      ResourceClaim claim, @Nullable ClaimAllocation allocation, PodInfo pod, Cancellation cancellation) {
    String since = claim.getMetadata().getDeletionTimestamp();
    if (since != null && !since.isEmpty()) {
      return failed("claim " + ClaimWrites.key(claim) + " got deleted in the meantime");
    }
    if (allocation != null && ClaimCopies.allocation(claim) != null) {
      return failed("claim " + ClaimWrites.key(claim) + " got allocated elsewhere in the meantime");
    }
    if (allocation == null || ClaimCopies.isProtected(claim)) {
      return reserve(claim, allocation, pod, cancellation);
    }
    // A finalizer is not part of the status and needs a write of its own. One that was interrupted may have left it.
    return writes
        .update(ClaimCopies.protect(claim))
        .thenCompose(
            outcome ->
                outcome instanceof WriteOutcome.Done<ResourceClaim> done
                    ? reserve(done.object(), allocation, pod, cancellation)
                    : ClaimWrites.done(ClaimWrites.failure("add finalizer to claim " + ClaimWrites.key(claim), outcome)));
  }

  private CompletionStage<Attempt> reserve(
      ResourceClaim claim, @Nullable ClaimAllocation allocation, PodInfo pod, Cancellation cancellation) {
    if (cancellation.isCancelled()) {
      return failed(String.valueOf(cancellation.reason()));
    }
    AllocationResult given = allocation == null ? ClaimCopies.allocation(claim) : allocation.result();
    if (bindingConditions && given == null) {
      return failed("claim " + ClaimWrites.key(claim) + " got deallocated elsewhere in the meantime");
    }
    String doing =
        (allocation == null ? "add reservation to claim " : "add allocation and reservation to claim ") + ClaimWrites.key(claim);
    return writes
        .updateStatus(ClaimCopies.reserve(claim, given, pod, bindingConditions && allocation != null ? timers.now() : null))
        .thenCompose(outcome -> written(claim, doing, outcome));
  }

  private CompletionStage<Attempt> written(ResourceClaim claim, String doing, WriteOutcome<ResourceClaim> outcome) {
    if (outcome instanceof WriteOutcome.Done<ResourceClaim> done) {
      tracker.assume(done.object());
      return ClaimWrites.done(new Attempt.Done(done.object()));
    }
    Attempt failure = ClaimWrites.failure(doing, outcome);
    if (!(outcome instanceof WriteOutcome.Failed)) {
      return ClaimWrites.done(failure);
    }
    // It may have been done all the same. If so the devices are taken, and that must be known before the pod lets go of them.
    return writes
        .get(claim)
        .thenApply(
            read -> {
              if (read instanceof WriteOutcome.Done<ResourceClaim> fresh) {
                tracker.assume(fresh.object());
              }
              return failure;
            });
  }

  private static CompletionStage<Attempt> failed(String message) {
    return ClaimWrites.done(new Attempt.Failed(message));
  }
}
