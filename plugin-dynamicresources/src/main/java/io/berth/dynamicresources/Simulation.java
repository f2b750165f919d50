package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.TakenDevices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a copy of a pod's {@link ClaimsState} pretends: that pods have left a node, that claims are released, that devices are held for
 * nominated pods. It has sets of its own when it changes them; until then it reads those of the simulation that it is a copy of, which is not
 * changed while copies of it are in use.
 */
final class Simulation {
  private Set<String> left = Set.of();
  private Set<String> released = Set.of();
  private Set<String> denied = Set.of();
  private List<TakenDevices> held = List.of();
  private List<TakenDevices> awaited = List.of();
  private boolean besideNominated;
  private boolean ownsLeft;
  private boolean ownsReleased;
  private boolean ownsDenied;

  Simulation() {}

  Simulation(Simulation other) {
    left = other.left;
    released = other.released;
    denied = other.denied;
    held = other.held;
    awaited = other.awaited;
    besideNominated = other.besideNominated;
  }

  /** The UIDs of the pods that have left. */
  Set<String> left() {
    return left;
  }

  /** Whether the pod with this UID has left. */
  boolean hasLeft(String podUid) {
    return left.contains(podUid);
  }

  void leave(String podUid) {
    ownLeft().add(podUid);
  }

  void comeBack(String podUid) {
    ownLeft().remove(podUid);
  }

  private Set<String> ownLeft() {
    if (!ownsLeft) {
      left = new HashSet<>(left);
      ownsLeft = true;
    }
    return left;
  }

  /** The UIDs of the claims that are released. */
  Set<String> released() {
    return Collections.unmodifiableSet(released);
  }

  /** Whether the claim with this UID is released. */
  boolean isReleased(String claimUid) {
    return released.contains(claimUid);
  }

  void release(String claimUid) {
    ownReleased().add(claimUid);
  }

  void takeBack(String claimUid) {
    ownReleased().remove(claimUid);
  }

  private Set<String> ownReleased() {
    if (!ownsReleased) {
      released = new HashSet<>(released);
      ownsReleased = true;
    }
    return released;
  }

  /** The claim is to be released for a nominated pod, and nobody after that pod may use it. */
  void deny(String claimUid) {
    if (!ownsDenied) {
      denied = new HashSet<>(denied);
      ownsDenied = true;
    }
    denied.add(claimUid);
  }

  boolean isDenied(String claimUid) {
    return denied.contains(claimUid);
  }

  /** Nominated pods are on the node, whether or not anything is held for them. */
  void standBesideNominated() {
    besideNominated = true;
  }

  boolean isBesideNominated() {
    return besideNominated;
  }

  /** This is held for a nominated pod. */
  void hold(TakenDevices devices) {
    held = plus(held, devices);
  }

  /** All that is held for nominated pods. */
  List<TakenDevices> held() {
    return held;
  }

  /** A claim of a nominated pod's victim is released, which still has this. */
  void await(TakenDevices devices) {
    awaited = plus(awaited, devices);
  }

  /** All that victims of nominated pods still have. */
  List<TakenDevices> awaited() {
    return awaited;
  }

  private static List<TakenDevices> plus(List<TakenDevices> some, TakenDevices more) {
    List<TakenDevices> all = new ArrayList<>(some);
    all.add(more);
    return List.copyOf(all);
  }
}
