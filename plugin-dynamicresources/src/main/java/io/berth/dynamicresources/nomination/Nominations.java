package io.berth.dynamicresources.nomination;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimListener;
import io.berth.framework.NodeChanges;
import io.berth.framework.NominationLoss;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's record of preemptions that are settling: for each preemptor and node what is held there for it, and for each node the
 * claims of victims that are still to be released. In memory only: after a restart nothing is held.
 *
 * <p>What is held is recorded by pod <em>and</em> node, so that the late loss of an old nomination never takes a new one away. Victims'
 * claims stay recorded until they are released, whatever becomes of the preemptors.
 *
 * <p>Owned by the scheduler's own thread; {@link #find} and {@link #outstanding} may also be called by threads that filter while it waits.
 *
 * <p>Source: KEP-5690, Claim nomination.
 */
public final class Nominations implements ClaimListener {
  /** What the scheduler knows of a claim. */
  public interface Knowledge {
    /** Whether the claim is booked: it has an allocation, or one is in flight. */
    boolean isBooked(String claimUid);

    /** Whether all consumers of the claim leave the node, given that these pods do. */
    boolean isLeftByAll(String claimUid, String node, Set<String> leaving);
  }

  /** Hears what is recorded, and what no longer is; it changes nothing. */
  public interface Observer {
    /**
     * A record comes, goes, or takes the place of another one of the same pod and node.
     *
     * @param loss why it goes; {@code null} when it is replaced, or never became a nomination
     */
    void changed(@Nullable ClaimNomination before, @Nullable ClaimNomination after, @Nullable NominationLoss loss);
  }

  /** Wakes pods where no event of the cluster does. */
  public interface News {
    /**
     * A claim that was to be released keeps its devices.
     *
     * @param untold whether a nomination was lost before and nobody was told, since the claim's release would have been told
     */
    void stays(String claimUid, boolean untold);

    /** No claims are to be released any more on the node that these pods are nominated to, since the last one is not released after all. */
    void mayPreempt(List<PodInfo> preemptors);
  }

  private final Map<String, Map<String, ClaimNomination>> byPod = new LinkedHashMap<>();
  private final List<Observer> observers = new ArrayList<>();
  private final Map<String, VictimClaims> victims = new LinkedHashMap<>();
  private final Map<String, ClaimNomination> reserving = new LinkedHashMap<>();
  private final Knowledge knowledge;
  private final NodeChanges changes;
  private final News news;

  /**
   * Empty records.
   *
   * @param changes is told of each node whose records change
   */
  public Nominations(Knowledge knowledge, NodeChanges changes, News news) {
    this.knowledge = knowledge;
    this.changes = changes;
    this.news = news;
  }

  /** Tells it of each record from now on. */
  public void addObserver(Observer observer) {
    observers.add(observer);
  }

  /** Records what is held for a pod on a node, in the place of what was held for it there before. */
  public void put(ClaimNomination nomination) {
    ClaimNomination before =
        byPod
            .computeIfAbsent(nomination.pod().uid(), uid -> new LinkedHashMap<>(2))
            .put(nomination.node(), nomination);
    changes.changed(nomination.node());
    observers.forEach(observer -> observer.changed(before, nomination, null));
  }

  /**
   * Forgets what is held for the pod on the node; {@code null} if nothing was recorded.
   *
   * @param loss why; {@code null} if it never became a nomination
   */
  public @Nullable ClaimNomination remove(String podUid, String node, @Nullable NominationLoss loss) {
    Map<String, ClaimNomination> nodes = byPod.get(podUid);
    ClaimNomination removed = nodes == null ? null : nodes.remove(node);
    if (nodes != null && nodes.isEmpty()) {
      byPod.remove(podUid);
    }
    if (removed != null) {
      changes.changed(node);
      observers.forEach(observer -> observer.changed(removed, null, loss));
    }
    return removed;
  }

  /** What is held for the pod on the node; {@code null} without a record. */
  public @Nullable ClaimNomination find(String podUid, String node) {
    Map<String, ClaimNomination> nodes = byPod.get(podUid);
    return nodes == null ? null : nodes.get(node);
  }

  /** What is held for the pod, wherever it is. */
  public Collection<ClaimNomination> of(String podUid) {
    Map<String, ClaimNomination> nodes = byPod.get(podUid);
    return nodes == null ? List.of() : Collections.unmodifiableCollection(nodes.values());
  }

  /** Everything that is held, for checks and reports. */
  public List<ClaimNomination> all() {
    List<ClaimNomination> all = new ArrayList<>();
    byPod.values().forEach(nodes -> all.addAll(nodes.values()));
    return all;
  }

  /** The pod is assumed on its node, and Reserve follows in the same task: until then nobody is told that what was held is free. */
  public void beginReserving(ClaimNomination lost) {
    reserving.put(lost.pod().uid(), lost);
  }

  /** Reserve has succeeded or is taken back. Returns what was held for the pod before, if nobody has been told yet. */
  public @Nullable ClaimNomination endReserving(String podUid) {
    return reserving.remove(podUid);
  }

  /** What is about to be reserved, for checks: nothing between two tasks. */
  public List<ClaimNomination> reserving() {
    return List.copyOf(reserving.values());
  }

  /** The UIDs of the claims that are recorded as still to be released, by node: for checks. */
  public Map<String, Set<String>> recorded() {
    Map<String, Set<String>> all = new LinkedHashMap<>();
    victims.forEach((node, claims) -> all.put(node, new LinkedHashSet<>(claims.outstanding().keySet())));
    return all;
  }

  /** Whether nothing is recorded. */
  public boolean isEmpty() {
    return byPod.isEmpty() && victims.isEmpty() && reserving.isEmpty();
  }

  /** The preemption for the pod releases this claim on the node, once these pods have left. */
  public void expect(String node, String claimUid, Set<String> leaving, String preemptor) {
    victims.computeIfAbsent(node, name -> new VictimClaims()).expect(claimUid, leaving, preemptor);
    changes.changed(node);
  }

  /** The victim that holds the claim stays after all. */
  public void spare(String node, String claimUid, String preemptor) {
    VictimClaims claims = victims.get(node);
    if (claims == null) {
      return;
    }
    boolean wasOutstanding = claims.outstanding().containsKey(claimUid);
    claims.spare(claimUid, preemptor);
    changes.changed(node);
    if (wasOutstanding && !claims.outstanding().containsKey(claimUid)) {
      settled(claimUid, node, claims, preemptor);
    }
    tidy(node, claims);
  }

  /** A pod is about to use claims. If it has been a victim, it was taken back and has come again: its claims are not released after all. */
  public void comesBack(String podUid) {
    for (Map.Entry<String, VictimClaims> entry : List.copyOf(victims.entrySet())) {
      List<String> expectedOfIt = entry.getValue().comesBack(podUid);
      if (!expectedOfIt.isEmpty()) {
        changes.changed(entry.getKey());
        expectedOfIt.forEach(this::look);
      }
    }
  }

  /** A nomination to the node is lost, and nobody is told as long as the claims that are to be released there have what was held. */
  public void keepQuiet(String node) {
    VictimClaims claims = victims.get(node);
    if (claims != null) {
      claims.keepQuiet();
    }
  }

  /** A pod has been taken back from the node before it was bound: it gives up the claim if it is to be released. */
  public void takeBack(String node, String claimUid, String podUid) {
    VictimClaims claims = victims.get(node);
    if (claims != null) {
      claims.takeBack(claimUid, podUid);
    }
  }

  /** Whether the claim is still to be released on the node, and the pod has been taken back from there and is to give it up. */
  public boolean isOwedBy(String node, String claimUid, String podUid) {
    VictimClaims claims = victims.get(node);
    VictimClaims.Expected expected = claims == null ? null : claims.outstanding().get(claimUid);
    return expected != null && expected.takenBack().contains(podUid) && isOpen(claimUid, node, expected);
  }

  /** The UIDs of the claims on the node that are still to be released, in the order in which they were recorded. */
  public List<String> outstanding(String node) {
    VictimClaims claims = victims.get(node);
    if (claims == null) {
      return List.of();
    }
    List<String> open = new ArrayList<>();
    claims.outstanding().forEach((uid, expected) -> {
      if (isOpen(uid, node, expected)) {
        open.add(uid);
      }
    });
    return open;
  }

  /**
   * Whether a change of the claim is no reason yet to try the pod again: it is one of those whose release is waited for on a node that
   * something is held for the pod on, and it is not the last one.
   */
  public boolean isWaitingForMore(String podUid, String claimUid) {
    for (ClaimNomination nomination : of(podUid)) {
      VictimClaims claims = victims.get(nomination.node());
      if (claims != null && claims.includes(claimUid) && !outstanding(nomination.node()).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private boolean isOpen(String claimUid, String node, VictimClaims.Expected expected) {
    return knowledge.isBooked(claimUid) && knowledge.isLeftByAll(claimUid, node, expected.leaving());
  }

  @Override
  public void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after) {
    if (victims.isEmpty()) {
      return;
    }
    look(Objects.requireNonNull(after != null ? after : before, "a claim").uid());
  }

  @Override
  public void givenUp(String claimUid) {
    look(claimUid);
  }

  /** Forgets the claim where it is not waited for any more, and wakes those who wait for it in vain. */
  private void look(String uid) {
    for (Map.Entry<String, VictimClaims> entry : List.copyOf(victims.entrySet())) {
      VictimClaims claims = entry.getValue();
      VictimClaims.Expected expected = claims.outstanding().get(uid);
      if (expected != null && !isOpen(uid, entry.getKey(), expected)) {
        claims.settle(uid);
        changes.changed(entry.getKey());
        tidy(entry.getKey(), claims);
        settled(uid, entry.getKey(), claims, null);
      }
    }
  }

  /**
   * The claim is not waited for any more. Of its release an event tells; else it is told here. All that are nominated to the node wait for
   * all claims there.
   */
  private void settled(String claimUid, String node, VictimClaims claims, @Nullable String awake) {
    if (!knowledge.isBooked(claimUid)) {
      return;
    }
    news.stays(claimUid, claims.takeUntold());
    if (claims.isSettled()) {
      List<PodInfo> nominated = new ArrayList<>();
      for (Map<String, ClaimNomination> nodes : byPod.values()) {
        ClaimNomination nomination = nodes.get(node);
        if (nomination != null && !nomination.pod().uid().equals(awake)) {
          nominated.add(nomination.pod());
        }
      }
      news.mayPreempt(nominated);
    }
  }

  /** Forgets a node's claims when the last one is released, and those that were released without a change of a claim. */
  private void tidy(String node, VictimClaims claims) {
    for (Map.Entry<String, VictimClaims.Expected> entry : List.copyOf(claims.outstanding().entrySet())) {
      if (!isOpen(entry.getKey(), node, entry.getValue())) {
        claims.settle(entry.getKey());
      }
    }
    if (claims.isSettled()) {
      victims.remove(node);
    }
  }
}
