package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimListener;
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
final class Reservations implements ClaimListener {
  private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

  private record Holder(String claimUid, String podUid) {}

  private final ClaimWrites writes;
  private final ClaimTracker tracker;
  private final Map<Holder, CompletableFuture<Boolean>> underWay = new HashMap<>();
  /** Claims that have lost their devices, which the cluster has not told yet, by their UIDs. */
  private final Map<String, ClaimInfo> deallocated = new HashMap<>();

  /** Listens to the claims of the tracker. */
  Reservations(ClaimWrites writes, ClaimTracker tracker) {
    this.writes = writes;
    this.tracker = tracker;
    tracker.addListener(this);
  }

  @Override
  public void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after) {
    ClaimInfo claim = after != null ? after : before;
    ClaimInfo written = claim == null || deallocated.isEmpty() ? null : deallocated.get(claim.uid());
    if (written != null && (after == null || !after.isOlderThan(written))) {
      deallocated.remove(written.uid());
    }
  }

  /** The newest version of the claim: its devices count as free when the cluster says so, but nobody can use the claim any more. */
  ClaimInfo newest(ClaimInfo claim) {
    ClaimInfo known = tracker.byUid(claim.uid());
    ClaimInfo written = deallocated.get(claim.uid());
    return written != null ? written : known != null ? known : claim;
  }

  /** What must be over before the claim is reserved for the pod, or {@code null} if nothing is under way. */
  @Nullable CompletionStage<Boolean> underWay(String claimUid, String podUid) {
    return underWay.get(new Holder(claimUid, podUid));
  }

  /**
   * The pod gives the claim back, unless it is doing so already.
   *
   * @param deallocate whether the claim loses its devices, too, if nobody else uses it
   * @return whether it has been done, told on the scheduler's own thread
   */
  CompletionStage<Boolean> release(ResourceClaim claim, String podUid, boolean deallocate) {
    Holder holder = new Holder(claim.getMetadata().getUid(), podUid);
    CompletableFuture<Boolean> before = underWay.get(holder);
    if (before != null) {
      return before;
    }
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    underWay.put(holder, over);
    writes
        .retryOnConflict(claim, current -> attempt(current, podUid, deallocate))
        .whenComplete(
            (attempt, thrown) -> {
              underWay.remove(holder);
              boolean done = attempt instanceof Attempt.Done;
              if (!done) {
                // The pod keeps the reservation, which its next attempt finds.
                LOG.warn("pod {} keeps its reservation of claim {}: {}", podUid, ClaimWrites.key(claim), attempt, thrown);
              }
              over.complete(done);
            });
    return over;
  }

  private CompletionStage<Attempt> attempt(ResourceClaim claim, String podUid, boolean deallocate) {
    ResourceClaim left = ClaimCopies.unreserve(claim, podUid);
    boolean lost = deallocate && left.getStatus().getReservedFor().isEmpty();
    if (lost ? ClaimCopies.allocation(claim) == null : left.getStatus().equals(claim.getStatus())) {
      return ClaimWrites.done(new Attempt.Done(claim)); // somebody was faster
    }
    return writes
        .updateStatus(lost ? ClaimCopies.deallocate(claim) : left)
        .thenApply(
            outcome -> {
              if (outcome instanceof WriteOutcome.Done<ResourceClaim> done) {
                written(done.object(), lost);
                return new Attempt.Done(done.object());
              }
              return ClaimWrites.failure("unreserve", outcome);
            });
  }

  private void written(ResourceClaim claim, boolean lost) {
    if (!lost) {
      tracker.assume(claim);
      return;
    }
    ClaimInfo known = tracker.byUid(claim.getMetadata().getUid());
    ClaimInfo written = ClaimInfo.of(claim);
    if (known != null && known.isAllocated() && !written.isOlderThan(known)) {
      deallocated.put(written.uid(), written);
    }
  }
}
