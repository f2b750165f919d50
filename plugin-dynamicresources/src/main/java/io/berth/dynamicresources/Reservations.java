package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back that pods may use claims. The write goes on while the pod may be tried again already; whoever wants to reserve the claim
 * for the same pod has to wait for it.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (Unreserve), v1.37.2.
 */
final class Reservations {
  private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

  private record Holder(String claimUid, String podUid) {}

  private final ClaimWrites writes;
  private final ClaimTracker tracker;
  private final Map<Holder, CompletableFuture<@Nullable Void>> underWay = new HashMap<>();

  Reservations(ClaimWrites writes, ClaimTracker tracker) {
    this.writes = writes;
    this.tracker = tracker;
  }

  /** What must be over before the claim is reserved for the pod, or {@code null} if nothing is under way. */
  @Nullable CompletionStage<@Nullable Void> underWay(String claimUid, String podUid) {
    return underWay.get(new Holder(claimUid, podUid));
  }

  /**
   * The pod gives the claim back.
   *
   * @param deallocate whether the claim loses its devices, too, if nobody else uses it
   */
  void release(ResourceClaim claim, String podUid, boolean deallocate) {
    Holder holder = new Holder(claim.getMetadata().getUid(), podUid);
    if (underWay.containsKey(holder)) {
      return;
    }
    CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    underWay.put(holder, over);
    writes
        .retryOnConflict(claim, current -> attempt(current, podUid, deallocate))
        .whenComplete(
            (attempt, thrown) -> {
              underWay.remove(holder);
              if (!(attempt instanceof Attempt.Done)) {
                // The pod keeps the reservation, which its next attempt finds.
                LOG.warn("pod {} keeps its reservation of claim {}: {}", podUid, ClaimWrites.key(claim), attempt, thrown);
              }
              over.complete(null);
            });
  }

  private CompletionStage<Attempt> attempt(ResourceClaim claim, String podUid, boolean deallocate) {
    ResourceClaim left = ClaimCopies.unreserve(claim, podUid);
    boolean deallocated = deallocate && left.getStatus().getReservedFor().isEmpty();
    return writes
        .updateStatus(deallocated ? ClaimCopies.deallocate(claim) : left)
        .thenApply(
            outcome -> {
              if (outcome instanceof WriteOutcome.Done<ResourceClaim> done) {
                if (!deallocated) {
                  tracker.assume(done.object()); // devices are free when the cluster says so
                }
                return new Attempt.Done(done.object());
              }
              return ClaimWrites.failure("unreserve", outcome);
            });
  }
}
