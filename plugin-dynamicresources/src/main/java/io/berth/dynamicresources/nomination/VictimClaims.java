package io.berth.dynamicresources.nomination;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The claims of preempted pods on one node, from the decision to evict these pods until the last of the claims is released. */
final class VictimClaims {
  /**
   * A claim that is to be released.
   *
   * @param leaving the UIDs of the pods whose leaving releases it
   * @param takenBack those of them that were taken back before they were bound, and give it up themselves
   * @param preemptors the UIDs of the pods that they are evicted for
   */
  record Expected(Set<String> leaving, Set<String> takenBack, Set<String> preemptors) {
    Expected() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }
  }

  private final Map<String, Expected> outstanding = new LinkedHashMap<>();
  private final Set<String> settled = new HashSet<>();
  private boolean untold;

  void expect(String claimUid, Set<String> leaving, String preemptor) {
    Expected expected = outstanding.computeIfAbsent(claimUid, uid -> new Expected());
    expected.leaving.addAll(leaving);
    expected.takenBack.removeAll(leaving);
    expected.preemptors.add(preemptor);
    settled.remove(claimUid);
  }

  /** One preemptor no longer expects it. */
  void spare(String claimUid, String preemptor) {
    Expected expected = outstanding.get(claimUid);
    if (expected != null && expected.preemptors.remove(preemptor) && expected.preemptors.isEmpty()) {
      settle(claimUid);
    }
  }

  /** The pod has left without being deleted, and gives the claim up. */
  void takeBack(String claimUid, String podUid) {
    Expected expected = outstanding.get(claimUid);
    if (expected != null) {
      expected.leaving.add(podUid);
      expected.takenBack.add(podUid);
    }
  }

  /** The pod does not leave after all. Returns the claims that were expected of it. */
  List<String> comesBack(String podUid) {
    List<String> expectedOfIt = new ArrayList<>();
    outstanding.forEach((claim, expected) -> {
      expected.takenBack.remove(podUid);
      if (expected.leaving.remove(podUid)) {
        expectedOfIt.add(claim);
      }
    });
    return expectedOfIt;
  }

  /** A nomination is lost, and nobody has been told, since these claims still have the devices that were held. */
  void keepQuiet() {
    untold = true;
  }

  /** Whether a nomination was lost and nobody has been told. It is told now. */
  boolean takeUntold() {
    boolean was = untold;
    untold = false;
    return was;
  }

  void settle(String claimUid) {
    if (outstanding.remove(claimUid) != null) {
      settled.add(claimUid);
    }
  }

  Map<String, Expected> outstanding() {
    return Collections.unmodifiableMap(outstanding);
  }

  /** Whether the claim is or was one of those that are waited for together. */
  boolean includes(String claimUid) {
    return outstanding.containsKey(claimUid) || settled.contains(claimUid);
  }

  boolean isSettled() {
    return outstanding.isEmpty();
  }
}
