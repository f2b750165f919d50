package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodRules;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a scheduler decided to do for a preemptor, and what has happened since that may have spoilt it. */
final class Decision {
  /** What may be the reason that a preemptor does not fit where room was made for it. */
  enum Cause {
    /** The node has changed or is gone. */
    NODE,
    /** The devices of the node have changed. */
    DEVICES,
    /** A class has changed. */
    CLASS,
    /** The preemptor, or one of its claims, has changed. */
    OWN,
    /** A request went wrong. */
    FAULT,
    /** A pod of higher priority has been placed on the node, or one with rules about others. */
    PLACED,
    /** Somebody else has put a pod on the node or taken devices of it. */
    FOREIGN,
    /** A pod elsewhere has been given a device that several nodes reach: what is held is held for pods that come to the node. */
    NETWORK,
    /** A pod of the node has changed. */
    RESIZED,
    /** A pod of higher priority, or one that somebody else nominated, is nominated to the node. */
    NOMINEE,
    /** Somebody uses a victim's claim, so that it is not released. */
    TAKEN_TO
  }

  /** After these the node may be one that cannot take the pod in any case. */
  private static final Set<Cause> HOPELESS = EnumSet.of(Cause.NODE, Cause.CLASS, Cause.OWN, Cause.FAULT);

  final KnownCluster known;
  final PodInfo preemptor;
  final String node;
  final Set<String> victims = new HashSet<>();
  final Set<String> claims;
  private final Set<String> leaving;
  final Set<String> nominees;
  private final boolean victimsGoing;
  private final EnumSet<Cause> causes = EnumSet.noneOf(Cause.class);

  /**
   * A decision.
   *
   * @param known by what it was made
   * @param claims the UIDs of the claims that are to be released for it
   * @param leaving the UIDs of all pods whose leaving releases them
   * @param nominees the UIDs of the pods that were nominated to the node before
   */
  Decision(
      KnownCluster known,
      PodInfo preemptor,
      String node,
      List<PodInfo> victims,
      Collection<String> claims,
      Collection<String> leaving,
      Collection<String> nominees) {
    this.known = known;
    this.preemptor = preemptor;
    this.node = node;
    victims.forEach(victim -> this.victims.add(victim.uid()));
    this.victimsGoing = victims.stream().anyMatch(PodInfo::terminating);
    this.claims = Set.copyOf(claims);
    this.leaving = new HashSet<>(leaving);
    this.nominees = Set.copyOf(nominees);
  }

  /** The UIDs of the pods whose leaving releases the claims. */
  Set<String> leaving() {
    return Collections.unmodifiableSet(leaving);
  }

  /** A victim that was taken back before it was bound has been placed again, and uses its claims like anybody else. */
  void comesBack(String podUid) {
    leaving.remove(podUid);
  }

  void because(Cause cause) {
    causes.add(cause);
  }

  boolean isSpoilt() {
    return !causes.isEmpty();
  }

  boolean mayBeHopeless() {
    return causes.stream().anyMatch(HOPELESS::contains);
  }

  /** Whether a victim was on its way out already: as upstream, that one is not marked, and so nobody waits until it is gone. */
  boolean foundVictimsGoing() {
    return victimsGoing;
  }

  /** Whether the preemptor wants devices that are not held for it: those that a class stands for. */
  boolean isWithoutHold() {
    return Devices.gpus(preemptor.pod()) > 0;
  }

  /** Whether rules about other pods may keep the preemptor away, whoever it was that went. */
  boolean dependsOnOthers() {
    return PodRules.dependOnOthers(preemptor.pod());
  }

  @Override
  public String toString() {
    return "pod " + preemptor.key() + ", for which " + victims + " were evicted on node " + node;
  }
}
