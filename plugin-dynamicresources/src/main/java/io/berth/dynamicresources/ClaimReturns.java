package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimListener;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.framework.Handle;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Claims that preemptors wait for and that pods which were taken back before they were bound are to give up. The claim controller does it for
 * pods that are gone. A pod that is still there has to do it by itself; and it can't be left to its next attempt, which may end, or never
 * begin, for want of something else: a claim that is being deleted keeps its pod out of the queue.
 *
 * <p>A pod gives a claim up at once, and when it turns out later that it has it. If that fails it is tried again, after a pause, until the
 * claim is released, nobody waits for it any more, or the pod has a node again.
 *
 * <p>Owned by the scheduler's own thread.
 */
final class ClaimReturns implements ClaimListener {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int DOUBLED_AT_MOST = 4;

  private final Handle handle;
  private final ClaimTracker tracker;
  private final Nominations nominations;
  private final Reservations reservations;
  private final Map<String, List<Debt>> debts = new HashMap<>();

  /** Listens to the claims of the manager. */
  ClaimReturns(Handle handle, DeviceManager manager, Reservations reservations) {
    this.handle = handle;
    this.tracker = manager.claims();
    this.nominations = manager.nominations();
    this.reservations = reservations;
    tracker.addListener(this);
  }

  /** What one pod owes to those who wait for the claim on the node. */
  private static final class Debt {
    private final PodInfo pod;
    private final String node;
    private final String claimUid;
    private final boolean takenBack;
    private int failures;
    private boolean busy;
    private @Nullable ClaimInfo returned;

    Debt(PodInfo pod, String node, String claimUid, boolean takenBack) {
      this.pod = pod;
      this.node = node;
      this.claimUid = claimUid;
      this.takenBack = takenBack;
    }

    boolean isOf(PodInfo other, String where) {
      return pod.uid().equals(other.uid()) && node.equals(where);
    }
  }

  /**
   * The pod leaves the node without being bound, and a preemption waits for the claim there.
   *
   * @param takenBack whether it was taken back. Else something has failed, and it may have been bound all the same; whoever evicts such a pod
   *     deletes it
   */
  void owe(PodInfo pod, String node, String claimUid, boolean takenBack) {
    nominations.takeBack(node, claimUid, pod.uid());
    List<Debt> ofClaim = debts.computeIfAbsent(claimUid, uid -> new ArrayList<>(1));
    ofClaim.removeIf(known -> known.isOf(pod, node));
    Debt debt = new Debt(pod, node, claimUid, takenBack);
    ofClaim.add(debt);
    pay(debt);
  }

  @Override
  public void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after) {
    ClaimInfo claim = after != null ? after : before;
    if (claim != null && !debts.isEmpty()) {
      look(claim.uid());
    }
  }

  @Override
  public void givenUp(String claimUid) {
    look(claimUid);
  }

  private void look(String claimUid) {
    List.copyOf(debts.getOrDefault(claimUid, List.of())).forEach(this::pay);
  }

  private void pay(Debt debt) {
    if (!debts.getOrDefault(debt.claimUid, List.of()).contains(debt)) {
      return; // another attempt has taken its place
    }
    if (!nominations.isOwedBy(debt.node, debt.claimUid, debt.pod.uid())) {
      forget(debt);
    } else if (hasNode(debt.pod)) {
      forget(debt);
      if (debt.takenBack && !isOnItsWayOut(debt.pod)) {
        nominations.comesBack(debt.pod.uid());
      }
    } else if (!debt.busy) {
      ClaimInfo claim = tracker.byUid(debt.claimUid);
      if (claim != null && claim != debt.returned && canBeGivenBack(claim, debt.pod)) {
        giveBack(debt, claim);
      }
    }
  }

  private boolean isOnItsWayOut(PodInfo pod) {
    PodInfo known = handle.pod(pod.key());
    return known != null && known.terminating();
  }

  private void forget(Debt debt) {
    List<Debt> ofClaim = debts.get(debt.claimUid);
    if (ofClaim != null && ofClaim.remove(debt) && ofClaim.isEmpty()) {
      debts.remove(debt.claimUid);
    }
  }

  /** Whether the cluster shows a node for the pod: somebody else has bound it, and it uses its claims like anybody else. */
  boolean hasNode(PodInfo pod) {
    PodInfo known = handle.pod(pod.key());
    return known != null && known.uid().equals(pod.uid()) && !known.nodeName().isEmpty();
  }

  /** If it is for nobody at all, whoever took out the last pod has left it its devices. */
  private static boolean canBeGivenBack(ClaimInfo claim, PodInfo pod) {
    return claim.isAllocated() && (claim.isReservedFor(pod.uid()) || claim.reservedFor().isEmpty());
  }

  private void giveBack(Debt debt, ClaimInfo claim) {
    boolean otherwise = reservations.underWay(claim.uid(), debt.pod.uid()) != null;
    debt.busy = true;
    reservations
        .release(claim.claim(), debt.pod.uid(), true)
        .thenAccept(
            done -> {
              if (done) {
                debt.failures = 0;
                debt.returned = otherwise ? null : claim;
                goOn(debt);
              } else {
                Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(debt.failures++, DOUBLED_AT_MOST));
                handle.timers().schedule(pause, () -> handle.schedulingExecutor().execute(() -> goOn(debt)));
              }
            });
  }

  /** There may be another version by now. */
  private void goOn(Debt debt) {
    debt.busy = false;
    pay(debt);
  }
}
