package io.berth.dynamicresources;

import io.berth.framework.Handle;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes claims by reading, changing and writing them, again when somebody else was faster. Everything but the writes themselves runs
 * on the scheduler's own thread.
 *
 * <p>Source: client-go/util/retry/util.go (DefaultRetry), v0.37.2.
 */
final class ClaimWrites {
  /** How often a change is tried in all. */
  static final int ATTEMPTS = 5;

  /** How long to wait after a conflict. */
  static final Duration PAUSE = Duration.ofMillis(10);

  private final Handle handle;

  ClaimWrites(Handle handle) {
    this.handle = handle;
  }

  /** How an attempt ended. */
  sealed interface Attempt {
    /**
     * It succeeded.
     *
     * @param claim the claim as the cluster has it now
     */
    record Done(ResourceClaim claim) implements Attempt {}

    /**
     * Somebody else was faster.
     *
     * @param message what to say if it was the last attempt
     */
    record Conflict(String message) implements Attempt {}

    /**
     * It cannot succeed.
     *
     * @param message why
     */
    record Failed(String message) implements Attempt {}
  }

  /** Makes an attempt with this claim, and with a fresh one after each conflict. Completes on the scheduler's own thread. */
  CompletionStage<Attempt> retryOnConflict(ResourceClaim claim, Function<ResourceClaim, CompletionStage<Attempt>> change) {
    return attempt(claim, change, 1);
  }

  private CompletionStage<Attempt> attempt(
      ResourceClaim claim, Function<ResourceClaim, CompletionStage<Attempt>> change, int number) {
    return change
        .apply(claim)
        .thenCompose(
            outcome -> {
              if (!(outcome instanceof Attempt.Conflict) || number == ATTEMPTS) {
                return done(outcome);
              }
              return pause().thenCompose(nothing -> get(claim)).thenCompose(read -> again(claim, read, change, number + 1));
            });
  }

  private CompletionStage<Attempt> again(
      ResourceClaim claim,
      WriteOutcome<ResourceClaim> read,
      Function<ResourceClaim, CompletionStage<Attempt>> change,
      int number) {
    if (read instanceof WriteOutcome.Done<ResourceClaim> fresh) {
      return attempt(fresh.object(), change, number);
    }
    return done(new Attempt.Failed("get updated claim " + key(claim) + " after conflict: " + read.describe()));
  }

  private CompletionStage<@Nullable Void> pause() {
    CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    handle.timers().schedule(PAUSE, () -> over.complete(null));
    return over;
  }

  /** Reads the claim past every cache. */
  CompletionStage<WriteOutcome<ResourceClaim>> get(ResourceClaim claim) {
    return here(handle.writes().get(ObjectRef.of(ResourceKind.RESOURCE_CLAIMS, claim)));
  }

  /** Writes all but the status. */
  CompletionStage<WriteOutcome<ResourceClaim>> update(ResourceClaim claim) {
    return here(handle.writes().update(ResourceKind.RESOURCE_CLAIMS, claim));
  }

  /** Writes the status. */
  CompletionStage<WriteOutcome<ResourceClaim>> updateStatus(ResourceClaim claim) {
    return here(handle.writes().updateStatus(ResourceKind.RESOURCE_CLAIMS, claim));
  }

  private CompletionStage<WriteOutcome<ResourceClaim>> here(CompletionStage<WriteOutcome<ResourceClaim>> write) {
    return write.thenApplyAsync(outcome -> outcome, handle.schedulingExecutor());
  }

  /** What an attempt is when a write was not done. */
  static Attempt failure(String doing, WriteOutcome<ResourceClaim> outcome) {
    String message = doing + ": " + outcome.describe();
    return outcome instanceof WriteOutcome.Conflict ? new Attempt.Conflict(message) : new Attempt.Failed(message);
  }

  static CompletionStage<Attempt> done(Attempt attempt) {
    return CompletableFuture.completedFuture(attempt);
  }

  static String key(ResourceClaim claim) {
    return claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName();
  }
}
