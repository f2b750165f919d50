package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.Handle;
import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Creates and deletes special claims, and tells pods' statuses of them. Everything but the writes themselves runs on the scheduler's
 * own thread.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go, v1.37.2.
 */
final class SpecialClaimWrites {
  /** How long a pod waits in PreBind until events show its claim. */
  static final Duration VISIBILITY_TIMEOUT = Duration.ofSeconds(120);

  private final Handle handle;
  private final ClaimWrites writes;
  private final ClaimTracker tracker;
  private final WrittenClaims written;

  SpecialClaimWrites(Handle handle, ClaimWrites writes, ClaimTracker tracker, WrittenClaims written) {
    this.handle = handle;
    this.writes = writes;
    this.tracker = tracker;
    this.written = written;
  }

  /** Creates the claim under a name that the cluster makes up. */
  CompletionStage<Attempt> create(ResourceClaim claim) {
    String what = claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getGenerateName();
    return here(handle.writes().create(ResourceKind.RESOURCE_CLAIMS, SpecialClaimTemplate.draft(claim)))
        .thenApply(
            outcome -> {
              handle.metrics().resourceClaimCreation(outcome.isDone() ? "success" : "failure");
              return outcome instanceof WriteOutcome.Done<ResourceClaim> done
                  ? new Attempt.Done(done.object())
                  : new Attempt.Failed("create claim for extended resources " + what + ": " + outcome.describe());
            });
  }

  /**
   * Writes into the pod's status which claim it has and what for, and waits until events have shown the claim. Nothing is waited for if the
   * pod could not be told: it may be gone, and the claim with it.
   */
  CompletionStage<Status> tell(ResourceClaim claim, List<ContainerExtendedResourceRequest> mappings, PodInfo pod) {
    CompletableFuture<@Nullable Void> visible = visible(claim);
    PodExtendedResourceClaimStatus status = new PodExtendedResourceClaimStatus(mappings, claim.getMetadata().getName());
    return here(
            handle
                .writes()
                .patchPodStatus(
                    ObjectRef.of(ResourceKind.PODS, pod.pod()), PodStatusPatch.ofExtendedResourceClaim(status)))
        .thenApply(
            outcome ->
                outcome.isDone()
                    ? Status.SUCCESS
                    : Status.error("update pod " + pod.key() + " ExtendedResourceClaimStatus: " + outcome.describe()))
        .thenCompose(
            told -> {
              if (!told.isSuccess()) {
                written.expectNoMore(claim.getMetadata().getUid());
                visible.complete(null);
              }
              return visible.thenApply(nothing -> told);
            });
  }

  /** Until events show the claim nobody knows under its UID that its devices are taken; the wait ends in any case. */
  private CompletableFuture<@Nullable Void> visible(ResourceClaim claim) {
    String uid = claim.getMetadata().getUid();
    CompletableFuture<@Nullable Void> seen = new CompletableFuture<>();
    if (tracker.byUid(uid) != null) {
      seen.complete(null);
      return seen;
    }
    Timers.Timer limit =
        handle
            .timers()
            .schedule(
                VISIBILITY_TIMEOUT,
                () ->
                    handle
                        .schedulingExecutor()
                        .execute(
                            () -> {
                              written.expectNoMore(uid);
                              seen.complete(null);
                            }));
    seen.whenComplete((nothing, problem) -> limit.cancel());
    // The event may tell of the claim before it was allocated. Listeners hear of that first, and then of what was written.
    written.expect(
        uid,
        claimNow ->
            handle
                .schedulingExecutor()
                .execute(
                    () -> {
                      tracker.assume(claim);
                      seen.complete(null);
                    }));
    return seen;
  }

  /** Deletes the claim, which need not be there any more. */
  CompletionStage<Attempt> delete(ResourceClaim claim) {
    return writes
        .retryOnConflict(claim, this::unprotect)
        .thenCompose(
            attempt -> attempt instanceof Attempt.Done done ? remove(done.claim()) : ClaimWrites.done(attempt));
  }

  /** Writes in any case: if the claim has been protected since this version of it, the conflict tells. */
  private CompletionStage<Attempt> unprotect(ResourceClaim claim) {
    ResourceClaim free =
        new ResourceClaim(
            claim.getApiVersion(),
            claim.getKind(),
            new ObjectMetaBuilder(claim.getMetadata()).removeFromFinalizers(ClaimCopies.FINALIZER).build(),
            claim.getSpec(),
            claim.getStatus());
    return writes
        .update(free)
        .thenApply(
            outcome -> {
              if (outcome instanceof WriteOutcome.Done<ResourceClaim> done) {
                return new Attempt.Done(done.object());
              }
              return outcome instanceof WriteOutcome.NotFound
                  ? new Attempt.Done(claim)
                  : ClaimWrites.failure("update resourceclaim " + ClaimWrites.key(claim), outcome);
            });
  }

  private CompletionStage<Attempt> remove(ResourceClaim claim) {
    return here(handle.writes().delete(ObjectRef.of(ResourceKind.RESOURCE_CLAIMS, claim)))
        .thenApply(
            outcome ->
                outcome.isDone() || outcome instanceof WriteOutcome.NotFound
                    ? new Attempt.Done(claim)
                    : new Attempt.Failed("delete resourceclaim " + ClaimWrites.key(claim) + ": " + outcome.describe()));
  }

  private <T> CompletionStage<T> here(CompletionStage<T> write) {
    return write.thenApplyAsync(outcome -> outcome, handle.schedulingExecutor());
  }
}
