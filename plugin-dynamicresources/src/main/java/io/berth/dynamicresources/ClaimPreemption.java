package io.berth.dynamicresources;

import io.berth.dynamicresources.DeviceSearch.Result;
import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.allocator.TakenDevices;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.nomination.ClaimNomination;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.NominationLoss;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Preemption for devices: simulates that claims are released, holds devices for nominated pods, and keeps a pod from preempting again
 * while claims are being released for it.
 *
 * <p>Source: KEP-5690.
 */
final class ClaimPreemption implements PreFilterExtensions {
  private final Handle handle;
  private final ClaimTracker tracker;
  private final ClaimRelease release;
  private final Nominations nominations;
  private final NominationNews news;
  private final ClaimReturns returns;
  private final LostHolds lostHolds;

  ClaimPreemption(Handle handle, DeviceManager manager, ClaimReturns returns) {
    this.handle = handle;
    this.tracker = manager.claims();
    this.release = manager.release();
    this.nominations = manager.nominations();
    this.news = manager.news();
    this.returns = returns;
    this.lostHolds = new LostHolds(manager);
  }

  /** Whether another pod's leaving may help: not for pods of a group, nor where devices stand for extended resources. */
  static boolean mayHelp(ClaimsState state, PodInfo pod) {
    return state.specialIndex() < 0 && ClaimRelease.takesPart(pod);
  }

  /** Whether the pod is nominated to the node with a record of what it shall get there. */
  boolean holdsFor(PodInfo pod, NodeInfo node) {
    return nominations.find(pod.uid(), node.name()) != null;
  }

  @Override
  public Status removePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    // Whatever it was turned down for first: devices are not freed for a pod that is not helped with them.
    if (claims != null && claims.search() != null && mayHelp(claims, podToSchedule) && ClaimRelease.takesPart(removed)) {
      leave(claims, removed, node.name());
    }
    return Status.SUCCESS;
  }

  @Override
  public Status addPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    if (claims == null || claims.isEmpty() || !ClaimRelease.takesPart(added)) {
      return Status.SUCCESS;
    }
    boolean isBack = claims.simulation().hasLeft(added.uid());
    if (isBack && claims.search() != null) {
      claims.simulation().comeBack(added.uid());
      settle(claims, added, node.name());
    } else if (!isBack) {
      stand(claims, added, node.name());
    }
    return Status.SUCCESS;
  }

  /** A nominated pod stands on the node. */
  private void stand(ClaimsState state, PodInfo nominated, String node) {
    ClaimNomination nomination = nominations.find(nominated.uid(), node);
    List<String> outstanding = nomination == null ? List.of() : nominations.outstanding(node);
    deny(state, outstanding);
    if (state.search() != null) {
      hold(state, nomination, outstanding);
    }
  }

  private void leave(ClaimsState state, PodInfo pod, String node) {
    state.simulation().leave(pod.uid());
    settle(state, pod, node);
  }

  /** After a pod has left or come back: its claims are released or not, as it follows from who has left by now. */
  private void settle(ClaimsState state, PodInfo pod, String node) {
    Simulation simulation = state.simulation();
    for (ClaimInfo claim : release.heldBy(pod)) {
      ClaimAllocation booked = booked(state, claim);
      if (booked == null) {
        continue;
      }
      boolean was = simulation.isReleased(claim.uid());
      boolean is = isReleased(state, claim, booked, node);
      if (is && !was) {
        simulation.release(claim.uid());
        state.allocated(state.allocated().without(booked.taken()));
      } else if (was && !is) {
        simulation.takeBack(claim.uid());
        state.allocated(state.allocated().with(booked.taken()));
      }
    }
  }

  /** What the claim has or is about to be given; while nothing has been booked since the start of the cycle, the claim itself says so. */
  private @Nullable ClaimAllocation booked(ClaimsState state, ClaimInfo claim) {
    return claim.allocation() != null && state.sees(tracker.booked()) ? claim.allocation() : state.booked(claim.uid());
  }

  private boolean isReleased(ClaimsState state, ClaimInfo claim, ClaimAllocation booked, String node) {
    Set<String> left = state.simulation().left();
    DeviceSearch search = state.search();
    return search != null
        && !state.names(claim.uid())
        && release.isHeldByAny(claim, left)
        && release.isLeftByAll(claim, node, left)
        && booked.isLocal(node, search.pools());
  }

  /**
   * Claims that are to be released for a nominated pod are not there for anybody who comes after it. A victim that was taken back before it
   * was bound would find its devices again.
   */
  private static void deny(ClaimsState state, List<String> outstanding) {
    for (String claimUid : outstanding) {
      if (state.names(claimUid)) {
        state.simulation().standBesideNominated();
        state.simulation().deny(claimUid);
      }
    }
  }

  /** A nominated pod has what is held for it, and what its victims still have is not counted beside that. */
  private static void hold(ClaimsState state, @Nullable ClaimNomination nomination, List<String> outstanding) {
    state.simulation().standBesideNominated();
    if (nomination == null || nomination.held().isEmpty()) {
      return;
    }
    AllocatedState allocated = state.allocated();
    for (String claimUid : outstanding) {
      ClaimAllocation booked = state.booked(claimUid);
      if (booked != null && !state.simulation().isReleased(claimUid) && !state.names(claimUid)) {
        state.simulation().release(claimUid);
        state.simulation().await(booked.taken());
        allocated = allocated.without(booked.taken());
      }
    }
    for (TakenDevices taken : nomination.taken()) {
      state.simulation().hold(taken);
      allocated = allocated.with(taken);
    }
    state.allocated(allocated);
  }

  /**
   * Looks for devices on the node.
   *
   * <p>What is found beside nominated pods must be there without them, too; see {@link FirstPass}. Elsewhere the pod's own nomination comes
   * first; where it cannot be had any more, anything else will do.
   *
   * @param wanting the claims that have no allocation, with the one for extended resources as it is on the node
   */
  Result search(ClaimsState state, DeviceSearch search, PodInfo pod, NodeInfo node, List<ClaimToAllocate> wanting) {
    Result result = find(state, search, pod, node, wanting);
    if (state.simulation().isBesideNominated() && result.outcome() instanceof Allocated found) {
      state.passed(node.name(), found);
    }
    return result;
  }

  private Result find(ClaimsState state, DeviceSearch search, PodInfo pod, NodeInfo node, List<ClaimToAllocate> wanting) {
    FirstPass first = state.takeFirstPass(node.name());
    if (first != null) {
      return first.inBoth(state.allocated(), search, node, wanting);
    }
    ClaimNomination own = nominations.find(pod.uid(), node.name());
    if (own != null && own.allocated() != null && own.allocated().isFor(wanting)) {
      Result same = search.again(node, state.allocated(), own.allocated());
      if (same.outcome() instanceof Allocated) {
        return same;
      }
    }
    return search.on(node, state.allocated(), wanting);
  }

  /** Preemption has chosen the node: records what the pod shall get there, and which claims are released for it. */
  void nominate(CycleState cycle, PodInfo pod, String nodeName, List<PodInfo> victims) {
    ClaimsState state = cycle.find(ClaimsState.KEY);
    NodeInfo node = handle.snapshot().node(nodeName);
    if (state == null || state.isEmpty() || node == null || !mayHelp(state, pod)) {
      return;
    }
    // The nomination follows in the same task, unless something keeps it from being made.
    handle.schedulingExecutor().execute(() -> forgetUnlessNominated(pod, nodeName));
    DeviceSearch search = state.search();
    if (search == null) {
      put(new ClaimNomination(pod, nodeName, List.of(), null));
      return;
    }
    ClaimsState simulated = state.copy();
    victims.stream().filter(ClaimRelease::takesPart).forEach(victim -> leave(simulated, victim, nodeName));
    Allocated found = simulate(simulated, search, pod, node);
    put(new ClaimNomination(pod, nodeName, wanting(state), found));
    for (PodInfo victim : victims) {
      for (ClaimInfo claim : release.heldBy(victim)) {
        if (simulated.simulation().isReleased(claim.uid())) {
          nominations.expect(nodeName, claim.uid(), leaving(claim, simulated), pod.uid());
        }
      }
    }
  }

  /** The same node may be chosen twice, and other devices there. */
  private void put(ClaimNomination nomination) {
    ClaimNomination before = nominations.find(nomination.pod().uid(), nomination.node());
    nominations.put(nomination);
    if (before != null) {
      lostHolds.replaced(before, nomination);
    }
  }

  /** As the filters do it: beside the pods that are nominated to the node and may not be pushed aside, then without them. */
  private @Nullable Allocated simulate(ClaimsState simulated, DeviceSearch search, PodInfo pod, NodeInfo node) {
    ClaimsState beside = simulated.copy();
    for (PodInfo other : handle.nominator().nominatedPodsForNode(node.name())) {
      if (other.priority() >= pod.priority() && !other.uid().equals(pod.uid())) {
        hold(beside, nominations.find(other.uid(), node.name()), nominations.outstanding(node.name()));
      }
    }
    if (beside.simulation().isBesideNominated()
        && !(search(beside, search, pod, node, beside.wanting()).outcome() instanceof Allocated)) {
      return null;
    }
    return search(simulated, search, pod, node, simulated.wanting()).outcome() instanceof Allocated found ? found : null;
  }

  private static List<ClaimInfo> wanting(ClaimsState state) {
    List<ClaimInfo> wanting = new ArrayList<>();
    for (int i = 0; i < state.userClaims(); i++) {
      if (!state.claim(i).isAllocated()) {
        wanting.add(state.claim(i));
      }
    }
    return wanting;
  }

  /** All consumers as they are now: those that are on their way out already will not be known any more when they are gone. */
  private Set<String> leaving(ClaimInfo claim, ClaimsState simulated) {
    Set<String> leaving = new LinkedHashSet<>(simulated.simulation().left());
    claim.reservedFor().forEach(consumer -> leaving.add(consumer.getUid()));
    return leaving;
  }

  private void forgetUnlessNominated(PodInfo pod, String node) {
    if (!node.equals(handle.nominator().nominatedNode(pod.uid()))) {
      nominations.remove(pod.uid(), node, null);
    }
  }

  /** The victims stay: their claims are not released for this pod. */
  void spare(PodInfo pod, String node, List<PodInfo> spared) {
    for (PodInfo victim : spared) {
      for (ClaimInfo claim : release.heldBy(victim)) {
        nominations.spare(node, claim.uid(), pod.uid());
      }
    }
  }

  /** The pod is no longer nominated to the node: what is held for it there is free, unless the pod is about to reserve it. */
  void lose(PodInfo pod, String node, NominationLoss loss) {
    ClaimNomination lost = nominations.remove(pod.uid(), node, loss);
    if (lost == null) {
      return;
    }
    news.usable(nominations.outstanding(node)); // unless another one is nominated to the node
    if (loss == NominationLoss.BOUND && !returns.hasNode(pod)) { // else no reservation of ours follows
      nominations.beginReserving(lost);
    } else {
      lostHolds.lost(lost);
    }
  }

  /**
   * What was held for the pod is in flight; if it got something else, what was held is free. If it has been a victim, it is here again.
   */
  void reserved(PodInfo pod) {
    ClaimNomination held = nominations.endReserving(pod.uid());
    if (held != null) {
      lostHolds.reserved(held);
    }
    nominations.comesBack(pod.uid());
  }

  /** The pod gives up its reservation, which may have failed before it had anything. */
  void unreserved(PodInfo pod) {
    ClaimNomination lost = nominations.endReserving(pod.uid());
    if (lost != null) {
      lostHolds.lost(lost);
    }
  }

  /**
   * The pod leaves the node without being deleted. Whether a preemption waits for the claim there, so that the pod gives it up.
   *
   * @param takenBack whether it was taken back; if it failed by itself, whoever evicts it deletes it
   */
  boolean givesUp(PodInfo pod, String node, String claimUid, boolean takenBack) {
    if (!nominations.outstanding(node).contains(claimUid)) {
      return false;
    }
    returns.owe(pod, node, claimUid, takenBack);
    return true;
  }

  /** Whether the pod may preempt again: not while a claim on its node is still to be released. */
  PreemptionEligibility eligible(PodInfo pod, String node) {
    if (nominations.find(pod.uid(), node) == null) {
      return PreemptionEligibility.ELIGIBLE;
    }
    List<String> names = new ArrayList<>();
    for (String uid : nominations.outstanding(node)) {
      ClaimInfo claim = tracker.byUid(uid);
      names.add(claim == null ? uid : claim.key());
    }
    if (names.isEmpty()) {
      return PreemptionEligibility.ELIGIBLE;
    }
    return PreemptionEligibility.notEligible(
        "not eligible due to resource claims of preempted pods on the nominated node that are still allocated: "
            + String.join(", ", names) + ".");
  }
}
