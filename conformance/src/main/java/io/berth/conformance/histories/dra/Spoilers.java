package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodRules;
import io.berth.conformance.histories.PodStates;
import io.berth.conformance.histories.Seen;
import io.berth.conformance.histories.dra.Decision.Cause;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for what may spoil decisions: what the scheduler is told, what it places, which requests go wrong. */
final class Spoilers {
  /** By the UIDs of pods: the nodes that our schedulers have asked to bind them to. */
  private final Map<String, String> bindings = new HashMap<>();

  private final Set<String> given = new HashSet<>();
  private KnownCluster.@Nullable Told told;
  private long hits;

  /** A node has been chosen for a pod. */
  void placed(PodInfo pod, String node, Collection<Decision> decisions) {
    boolean hasRules = PodRules.areAboutPods(pod.pod());
    for (Decision decision : decisions) {
      if (hasRules || decision.node.equals(node) && pod.priority() > decision.preemptor.priority()) {
        decision.because(Cause.PLACED);
      }
    }
  }

  /** The scheduler that runs asks for a binding. */
  void binds(String podUid, String node) {
    bindings.put(podUid, node);
  }

  /** The scheduler that runs gives the claim its devices. */
  void writes(ResourceClaim claim) {
    given.add(claim.getMetadata().getUid());
  }

  /** An event has run. */
  void look(World world, KnownCluster known, Map<String, Decision> decisions) {
    if (world.requestsHit() != hits) {
      hits = world.requestsHit();
      decisions.values().forEach(decision -> decision.because(Cause.FAULT));
    }
    KnownCluster.Told now = known.told();
    if (now != null && now != told) {
      decisions.values().forEach(decision -> look(now, decision));
    }
    told = now;
    for (PodInfo nominee : world.nominations()) {
      Decision its = decisions.get(nominee.uid());
      if (its != null && !its.node.equals(nominee.nodeName())) {
        its.because(Cause.OWN); // a plugin of its own has nominated it elsewhere
      }
      for (Decision decision : decisions.values()) {
        boolean beside =
            decision != its
                && nominee.nodeName().equals(decision.node)
                && nominee.priority() >= decision.preemptor.priority()
                && !decision.nominees.contains(nominee.uid());
        boolean considerate = its != null && its.node.equals(decision.node) && nominee.priority() == decision.preemptor.priority();
        if (beside && !considerate) {
          decision.because(Cause.NOMINEE);
        }
      }
    }
  }

  private void look(KnownCluster.Told change, Decision decision) {
    HasMetadata object = change.object();
    if (object instanceof Node) {
      if (object.getMetadata().getName().equals(decision.node)) {
        decision.because(Cause.NODE);
      }
    } else if (object instanceof ResourceSlice slice) {
      String node = slice.getSpec().getNodeName();
      if (node == null || node.equals(decision.node)) {
        decision.because(Cause.DEVICES);
      }
    } else if (object instanceof DeviceTaintRule) {
      decision.because(Cause.DEVICES);
    } else if (object instanceof DeviceClass) {
      decision.because(Cause.CLASS);
    } else if (object instanceof ResourceClaim) {
      look((ResourceClaim) change.before(), (ResourceClaim) change.after(), decision);
    } else if (object instanceof Pod) {
      look((Pod) change.before(), (Pod) change.after(), decision);
    }
  }

  private void look(@Nullable ResourceClaim before, @Nullable ResourceClaim after, Decision decision) {
    ResourceClaim claim = Objects.requireNonNull(after == null ? before : after);
    boolean sameNamespace = decision.preemptor.namespace().equals(claim.getMetadata().getNamespace());
    if (sameNamespace && Devices.claimNames(decision.preemptor.pod()).contains(claim.getMetadata().getName())) {
      if (before == null || after == null || !Objects.equals(before.getStatus(), after.getStatus())
          || !Objects.equals(before.getMetadata().getDeletionTimestamp(), after.getMetadata().getDeletionTimestamp())) {
        decision.because(Cause.OWN);
      }
      return;
    }
    boolean wasGiven = after != null && Devices.isAllocated(after) && (before == null || !Devices.isAllocated(before));
    if (wasGiven && Devices.mayBeOn(after.getStatus().getAllocation(), decision.node) && !given.contains(claim.getMetadata().getUid())) {
      decision.because(Cause.FOREIGN);
    }
    if (wasGiven && hasNetworkDevice(Devices.of(after), decision.known)) {
      decision.because(Cause.NETWORK);
    }
    boolean isTakenTo =
        before != null && after != null && after.getStatus() != null && decision.claims.contains(claim.getMetadata().getUid())
            && after.getStatus().getReservedFor().stream().anyMatch(user -> !decision.leaving().contains(user.getUid()));
    if (isTakenTo) {
      decision.because(Cause.TAKEN_TO);
    }
  }

  /** These devices are in flight for a pod that has been placed. */
  void taken(List<DeviceRequestAllocationResult> devices, Collection<Decision> decisions) {
    for (Decision decision : decisions) {
      if (hasNetworkDevice(devices, decision.known)) {
        decision.because(Cause.NETWORK);
      }
    }
  }

  /** Whether one of the devices is not one node's own. */
  private static boolean hasNetworkDevice(List<DeviceRequestAllocationResult> devices, KnownCluster known) {
    Set<String> pools = new HashSet<>();
    for (ResourceSlice slice : Seen.by(known).all(ResourceKind.RESOURCE_SLICES)) {
      if (slice.getSpec().getNodeName() == null) {
        pools.add(slice.getSpec().getPool().getName());
      }
    }
    return devices.stream().anyMatch(device -> pools.contains(device.getPool()));
  }

  private void look(@Nullable Pod before, @Nullable Pod after, Decision decision) {
    if (after == null) {
      return;
    }
    if (after.getMetadata().getUid().equals(decision.preemptor.uid())) {
      String nominated = after.getStatus().getNominatedNodeName();
      boolean renominated = before != null && !Objects.equals(before.getStatus().getNominatedNodeName(), nominated) && !decision.node.equals(nominated);
      if (renominated || before == null || !Objects.equals(before.getSpec(), after.getSpec())
          || !Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())
          || !Objects.equals(before.getStatus().getResourceClaimStatuses(), after.getStatus().getResourceClaimStatuses())) {
        decision.because(Cause.OWN);
      }
      return;
    }
    boolean changed =
        before != null
            && (!Objects.equals(before.getSpec().getContainers(), after.getSpec().getContainers())
                || !Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels()));
    if (decision.nominees.contains(after.getMetadata().getUid()) && changed) {
      decision.because(Cause.NOMINEE);
    }
    if (decision.node.equals(after.getSpec().getNodeName())) {
      boolean isNew = before == null || !PodStates.hasNode(before);
      if (isNew && !decision.node.equals(bindings.get(after.getMetadata().getUid()))) {
        decision.because(Cause.FOREIGN);
      } else if (changed) {
        decision.because(Cause.RESIZED);
      }
    }
  }
}
