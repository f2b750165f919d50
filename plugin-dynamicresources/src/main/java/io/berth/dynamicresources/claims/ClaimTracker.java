package io.berth.dynamicresources.claims;

import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.framework.cluster.ResourceEventHandler;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of the cluster, newest versions first: those that events tell of, and those that the scheduler wrote itself and whose
 * echo has not come yet. Beside them the allocations in flight, which a pod has reserved and not yet written.
 *
 * <p>An allocation is booked from the moment it is reserved until its claim is known not to have it any more. In between it passes
 * from pending to committed without ever being in neither: a written version is {@linkplain #assume assumed} before the pending entry
 * goes, an assumed version gives way to newer versions only, and an allocation that is both pending and committed is booked once.
 *
 * <p>Owned by the scheduler's own thread. All queries but {@link #list} take constant time.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dra_manager.go (claimTracker) and
 * pkg/scheduler/util/assumecache/assume_cache.go, v1.37.2.
 */
public final class ClaimTracker implements ResourceEventHandler<ResourceClaim> {
  private final DeviceBooks books;
  private final Map<String, Map<String, ClaimInfo>> byName = new HashMap<>();
  private final Map<String, ClaimInfo> byUid = new HashMap<>();
  private final Map<String, PendingAllocation> pending = new LinkedHashMap<>();
  private PersistentMap<String, ClaimAllocation> booked = PersistentMap.empty();
  private final List<ClaimListener> listeners = new ArrayList<>();

  /** What became of the wish to allocate a claim. */
  public enum Opening {
    /** The allocation is in flight now. */
    OPENED,
    /** It was in flight already; the pod counts on it, too. */
    SHARED,
    /** The claim has an allocation, so that nothing is in flight. */
    ALLOCATED,
    /** There is no such claim. */
    GONE
  }

  /** A tracker of no claims yet, which books devices there. */
  public ClaimTracker(DeviceBooks books) {
    this.books = books;
  }

  /** From now on the listener hears of changes. */
  public void addListener(ClaimListener listener) {
    listeners.add(listener);
  }

  /** The newest known version of the claim, or {@code null}. */
  public @Nullable ClaimInfo get(String namespace, String name) {
    Map<String, ClaimInfo> inNamespace = byName.get(namespace);
    return inNamespace == null ? null : inNamespace.get(name);
  }

  /** The newest known version of the claim with this UID, or {@code null}. */
  public @Nullable ClaimInfo byUid(String uid) {
    return byUid.get(uid);
  }

  /** All claims, in no order: for checks, not for cycles. */
  public Collection<ClaimInfo> list() {
    List<ClaimInfo> all = new ArrayList<>();
    byName.values().forEach(inNamespace -> all.addAll(inNamespace.values()));
    return all;
  }

  /** The allocation in flight for the claim with this UID, or {@code null}. */
  public @Nullable PendingAllocation pending(String uid) {
    return pending.get(uid);
  }

  /** What is booked for the claim with this UID: what it has, else what is in flight for it, else {@code null}. */
  public @Nullable ClaimAllocation booked(String uid) {
    return booked.get(uid);
  }

  /** All that is booked, by claims' UIDs: immutable, so that a cycle can keep it beside what is allocated at that time. */
  public PersistentMap<String, ClaimAllocation> booked() {
    return booked;
  }

  /** The UIDs of claims with an allocation in flight, in the order in which they were opened. */
  public Set<String> pendingUids() {
    return Collections.unmodifiableSet(pending.keySet());
  }

  /**
   * Puts an allocation in flight. Nothing is opened for a claim that has an allocation: whoever relied on an older version has to look
   * again.
   *
   * @param podUid the pod that reserves
   */
  public Opening open(ClaimInfo claim, ClaimAllocation allocation, String podUid) {
    ClaimInfo known = byUid.get(claim.uid());
    return known == null ? Opening.GONE : openUnlisted(known, allocation, podUid);
  }

  /** As {@link #open}, for a claim that is yet to be created: its UID stands for it. */
  public Opening openUnlisted(ClaimInfo claim, ClaimAllocation allocation, String podUid) {
    PendingAllocation inFlight = pending.get(claim.uid());
    if (inFlight != null) {
      if (!inFlight.podUids().contains(podUid)) {
        pending.put(claim.uid(), inFlight.with(podUid));
        touch(claim.uid());
      }
      return Opening.SHARED;
    }
    if (claim.isAllocated()) {
      return Opening.ALLOCATED;
    }
    pending.put(claim.uid(), new PendingAllocation(claim, allocation, Set.of(podUid)));
    if (!rebook(claim.uid())) {
      touch(claim.uid());
    }
    return Opening.OPENED;
  }

  /**
   * A pod no longer counts on the allocation in flight. Does nothing if it did not, so that a failure that is noticed twice counts
   * once.
   *
   * @return whether it was the last one, and nothing is in flight any more
   */
  public boolean release(String uid, String podUid) {
    PendingAllocation inFlight = pending.get(uid);
    if (inFlight == null || !inFlight.podUids().contains(podUid)) {
      return false;
    }
    if (inFlight.podUids().size() > 1) {
      pending.put(uid, inFlight.without(podUid));
      touch(uid);
      return false;
    }
    settle(uid);
    if (booked.get(uid) != null) {
      listeners.forEach(listener -> listener.givenUp(uid));
    }
    return true;
  }

  /**
   * The allocation in flight has been written, and its claim {@linkplain #assume assumed}: for all pods that counted on it. Where the claim
   * has gone meanwhile, or has lost its devices, nothing is booked any more.
   */
  public void settle(String uid) {
    PendingAllocation settled = pending.remove(uid);
    if (settled == null) {
      return;
    }
    boolean changed = rebook(uid);
    ClaimInfo claim = byUid.get(uid);
    ClaimAllocation stays = booked.get(uid);
    if (stays == null) {
      listeners.forEach(listener -> listener.givenUp(uid));
    } else if (!changed && claim != null && settled.podUids().stream().allMatch(claim::isReservedFor)) {
      books.arrived(claim, stays);
    } else if (!changed) {
      touch(uid);
    }
  }

  /**
   * A version that the cluster gave in answer to a write. It stands until a newer one is told.
   *
   * @return whether it is the newest; false for a claim that is gone, is another one by now, or has changed since
   */
  public boolean assume(ResourceClaim written) {
    ClaimInfo known = known(written);
    ClaimInfo claim = ClaimInfo.of(written, known);
    if (known == null || !known.uid().equals(claim.uid()) || claim.isOlderThan(known)) {
      return false;
    }
    put(known, claim);
    return true;
  }

  @Override
  public void onAdd(ResourceClaim object) {
    ClaimInfo known = known(object);
    ClaimInfo claim = ClaimInfo.of(object, known);
    if (known == null) {
      put(null, claim);
    } else if (!known.uid().equals(claim.uid())) {
      remove(known);
      put(null, claim);
    } else if (claim.isNewerThan(known)) {
      put(known, claim);
    }
  }

  @Override
  public void onUpdate(ResourceClaim oldObject, ResourceClaim newObject) {
    onAdd(newObject);
  }

  @Override
  public void onDelete(ResourceClaim object, boolean finalStateUnknown) {
    ClaimInfo known = known(object);
    if (known != null && known.uid().equals(ClaimInfo.of(object, known).uid())) {
      remove(known);
    }
  }

  private @Nullable ClaimInfo known(ResourceClaim claim) {
    return get(
        Objects.requireNonNullElse(claim.getMetadata().getNamespace(), ""),
        Objects.requireNonNullElse(claim.getMetadata().getName(), ""));
  }

  private void put(@Nullable ClaimInfo before, ClaimInfo after) {
    byName.computeIfAbsent(after.namespace(), namespace -> new HashMap<>()).put(after.name(), after);
    byUid.put(after.uid(), after);
    if (!rebook(after.uid()) && (before == null || haveUsersChanged(before, after))) {
      touch(after.uid());
    }
    listeners.forEach(listener -> listener.changed(before, after));
  }

  private void remove(ClaimInfo claim) {
    Map<String, ClaimInfo> inNamespace = byName.get(claim.namespace());
    if (inNamespace != null && inNamespace.remove(claim.name()) != null && inNamespace.isEmpty()) {
      byName.remove(claim.namespace());
    }
    byUid.remove(claim.uid());
    if (!rebook(claim.uid())) {
      touch(claim.uid()); // what is in flight for it is nobody's whom the claim names
    }
    listeners.forEach(listener -> listener.changed(claim, null));
  }

  /**
   * Whether others use the claim now, or some no longer do. A pod that has the allocation in flight uses it anyway, so that it makes no
   * difference when the claim names it, too.
   */
  private boolean haveUsersChanged(ClaimInfo before, ClaimInfo after) {
    List<ResourceClaimConsumerReference> were = before.reservedFor();
    List<ResourceClaimConsumerReference> are = after.reservedFor();
    if (were.equals(are)) {
      return false;
    }
    PendingAllocation inFlight = pending.get(after.uid());
    if (inFlight == null || are.size() < were.size() || !were.equals(are.subList(0, were.size()))) {
      return true;
    }
    for (ResourceClaimConsumerReference added : are.subList(were.size(), are.size())) {
      if (!ClaimInfo.isPod(added) || !inFlight.podUids().contains(added.getUid())) {
        return true;
      }
    }
    return false;
  }

  private void touch(String uid) {
    ClaimAllocation stays = booked.get(uid);
    if (stays != null) {
      books.touch(stays);
    }
  }

  /**
   * Books what the claim has or is about to have, and then releases what it had, so that nothing seems free in between.
   *
   * @return whether that is something else than before
   */
  private boolean rebook(String uid) {
    ClaimInfo claim = byUid.get(uid);
    ClaimAllocation now = claim == null ? null : claim.allocation();
    PendingAllocation inFlight = now == null ? pending.get(uid) : null;
    if (inFlight != null) {
      now = inFlight.allocation();
    }
    ClaimAllocation before = booked.get(uid);
    if (now == before || now != null && before != null && now.takesTheSameAs(before)) {
      return false;
    }
    if (now == null) {
      booked = booked.without(uid);
    } else {
      booked = booked.with(uid, now);
      books.book(now);
    }
    if (before != null) {
      books.release(before);
    }
    return true;
  }
}
