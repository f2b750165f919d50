package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Seen;
import io.berth.conformance.histories.ThemeRun.Question;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.dynamicresources.DynamicResourcesInvariants.Held;
import io.berth.dynamicresources.DynamicResourcesInvariants.InFlight;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a pod finds taken on a node: what claims have and are about to have, without the claims of pods that count as gone, and with what is
 * held for nominated pods. As a reader of KEP-5690 would write it down; shares no code with the plugin but for the record of what is held.
 */
final class NaiveBooks {
  /** What stands behind the UID of the pod for a claim that is yet to be made for its extended resources. */
  private static final String SPECIAL = "<extended-resources>";

  private final Question question;
  private final String node;
  private final Set<String> own = new HashSet<>();
  private final Map<String, List<DeviceRequestAllocationResult>> taken = new LinkedHashMap<>();

  /**
   * Books with nothing in them.
   *
   * @param claims the pod's own, which nobody's leaving releases
   */
  NaiveBooks(Question question, Collection<ResourceClaim> claims) {
    this.question = question;
    this.node = question.node().getMetadata().getName();
    claims.forEach(claim -> own.add(claim.getMetadata().getUid()));
  }

  /** The claim has what its status says. */
  void has(ResourceClaim claim, Collection<InFlight> inFlight) {
    String uid = claim.getMetadata().getUid();
    List<DeviceRequestAllocationResult> devices = Devices.of(claim);
    if (!devices.isEmpty() && (own.contains(uid) || !isReleased(claim, devices, inFlight))) {
      taken.put(uid, devices);
    }
  }

  /** This is about to be written. For a claim that is gone already it is nobody's who names it, and ends with its write. */
  void isGiven(InFlight other) {
    List<DeviceRequestAllocationResult> devices = Devices.of(other.allocation());
    boolean released =
        !other.claimUid().endsWith(SPECIAL)
            && isThere(other.claimUid())
            && question.gone().containsAll(other.podUids())
            && isLocal(question.seen(), devices, node)
            && !needsDevicesForGpus();
    if (own.contains(other.claimUid()) || !released) {
      taken.put(other.claimUid(), devices);
    }
  }

  private boolean isThere(String claimUid) {
    return question.seen().all(ResourceKind.RESOURCE_CLAIMS).stream().anyMatch(claim -> claim.getMetadata().getUid().equals(claimUid));
  }

  private boolean isReleased(
      ResourceClaim claim, List<DeviceRequestAllocationResult> devices, Collection<InFlight> inFlight) {
    Set<String> gone = question.gone();
    return !isLeftOut(claim)
        && users(claim, inFlight).stream().anyMatch(gone::contains)
        && isLeft(question.seen(), claim, inFlight, node, gone)
        && isLocal(question.seen(), devices, node);
  }

  /** Claims for extended resources are nobody's to preempt, nor do pods with such resources preempt for devices. */
  private boolean isLeftOut(ResourceClaim claim) {
    return Devices.isSpecial(claim) || needsDevicesForGpus();
  }

  /** Surely so where a class stands for them; where there is none, what the scheduler makes of such a pod is another matter. */
  private boolean needsDevicesForGpus() {
    return Devices.gpus(question.pod()) > 0
        && (question.surely() || Devices.ofGpus(question.seen().all(ResourceKind.DEVICE_CLASSES)) != null);
  }

  /** Who uses the claim, or is about to. */
  static Set<String> users(ResourceClaim claim, Collection<InFlight> inFlight) {
    Set<String> users = new HashSet<>();
    if (claim.getStatus() != null) {
      claim.getStatus().getReservedFor().forEach(user -> users.add(user.getUid()));
    }
    for (InFlight other : inFlight) {
      if (other.claimUid().equals(claim.getMetadata().getUid())) {
        users.addAll(other.podUids());
      }
    }
    return users;
  }

  /** Whether nobody uses the claim but pods that are gone, and pods of the node that are on their way out. */
  static boolean isLeft(
      Seen seen, ResourceClaim claim, Collection<InFlight> inFlight, String node, Collection<String> gone) {
    Set<String> staying = users(claim, inFlight);
    staying.removeAll(gone);
    for (Pod pod : seen.all(ResourceKind.PODS)) {
      if (pod.getMetadata().getDeletionTimestamp() != null && node.equals(pod.getSpec().getNodeName())) {
        staying.remove(pod.getMetadata().getUid());
      }
    }
    return staying.isEmpty();
  }

  /** Whether all of these devices say by name that they are the node's. */
  static boolean isLocal(Seen seen, List<DeviceRequestAllocationResult> devices, String node) {
    Set<String> published = Devices.ownOf(node, seen.all(ResourceKind.RESOURCE_SLICES));
    return devices.stream().allMatch(device -> published.contains(device.getPool() + "/" + device.getDevice()));
  }

  /**
   * All that is taken. Beside nominated pods, what is held for them is taken, and what they wait for is not; but nobody can count on what
   * they wait for, nor on the part of it that they will not need.
   */
  List<DeviceRequestAllocationResult> held(@Nullable Handle handle) {
    Map<String, List<DeviceRequestAllocationResult>> all = new LinkedHashMap<>(taken);
    List<DeviceRequestAllocationResult> held = new ArrayList<>();
    List<AllocationResult> holds = handle == null ? List.of() : holds(handle);
    if (handle != null && !holds.isEmpty() && !question.surely()) {
      DynamicResourcesInvariants.outstanding(handle, node).stream().filter(uid -> !own.contains(uid)).forEach(all::remove);
    }
    all.values().forEach(held::addAll);
    holds.forEach(allocation -> held.addAll(Devices.of(allocation)));
    return held;
  }

  /** Whether a claim of the pod's own is to be released for one of the nominated pods. */
  boolean waitsForOwn(@Nullable Handle handle) {
    return handle != null
        && DynamicResourcesInvariants.held(handle).stream().anyMatch(this::isBeside)
        && DynamicResourcesInvariants.outstanding(handle, node).stream().anyMatch(own::contains);
  }

  private boolean isBeside(Held held) {
    return held.node().equals(node) && question.beside().stream().anyMatch(pod -> pod.uid().equals(held.podUid()));
  }

  private List<AllocationResult> holds(Handle handle) {
    List<AllocationResult> holds = new ArrayList<>();
    DynamicResourcesInvariants.held(handle).stream()
        .filter(this::isBeside)
        .forEach(held -> holds.addAll(held.allocations().values()));
    return holds;
  }
}
