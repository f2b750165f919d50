package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodStates;
import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plugin's index agrees with itself after each event and with the cluster's claims; when nothing happens any more nothing is in flight
 * or reserved for pods that are gone, and each pod that the scheduler has bound has what it claimed.
 */
final class ClaimChecks implements WorldObserver {
  private final DraRun run;
  private final Set<String> bound = new HashSet<>();
  /** The pods whose nodes had their extended resources when they were chosen. */
  private final Set<String> served = new HashSet<>();

  ClaimChecks(DraRun run) {
    this.run = run;
  }

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    Node node = known.node(nodeName);
    if (node != null && Devices.hasGpus(node)) {
      served.add(pod.uid());
    } else {
      served.remove(pod.uid());
    }
  }

  @Override
  public void bound(World world, ObjectRef<Pod> pod, String nodeName, WriteOutcome<Pod> outcome, KnownCluster known) {
    if (outcome.isDone()) {
      bound.add(pod.uid());
    }
  }

  @Override
  public void afterEvent(World world) {
    KnownCluster known = world.known();
    Handle handle = run.handle();
    if (known == null || handle == null || known.isAhead() || world.scheduler() == null || !world.scheduler().isSynced()) {
      return;
    }
    DynamicResourcesInvariants.violations(handle).forEach(violation -> world.violated("devices", violation));
    Map<String, ResourceClaim> tracked = new HashMap<>();
    DynamicResourcesInvariants.claims(handle).forEach(claim -> tracked.put(claim.getMetadata().getUid(), claim));
    for (ResourceClaim claim : known.all(ResourceKind.RESOURCE_CLAIMS)) {
      ResourceClaim has = tracked.remove(claim.getMetadata().getUid());
      if (has == null || version(has) < version(claim)) {
        world.violated("claims", "the scheduler was told of claim " + name(claim) + " and has " + (has == null ? "none" : "an older one"));
      }
    }
    tracked.values().forEach(claim -> world.violated("claims", "the scheduler has claim " + name(claim) + ", which is gone"));
  }

  @Override
  public void atRest(World world) {
    Handle handle = run.handle();
    if (handle != null) {
      DynamicResourcesInvariants.inFlight(handle)
          .forEach(inFlight -> world.violated("claims", "an allocation is in flight for ever: " + inFlight));
    }
    Map<String, Pod> pods = new HashMap<>();
    world.cluster().list(ResourceKind.PODS).forEach(pod -> pods.put(pod.getMetadata().getUid(), pod));
    List<ResourceClaim> claims = world.cluster().list(ResourceKind.RESOURCE_CLAIMS);
    for (ResourceClaim claim : claims) {
      users(world, claim, pods);
    }
    nothingIsLeft(world, pods, claims);
    for (Pod pod : pods.values()) {
      boolean runs = !PodStates.isEnded(pod);
      if (runs && bound.contains(pod.getMetadata().getUid()) && !pod.getSpec().getResourceClaims().isEmpty()) {
        has(world, pod, Devices.claims(pod, claims));
      }
      if (runs && bound.contains(pod.getMetadata().getUid()) && pod.getStatus().getExtendedResourceClaimStatus() != null) {
        special(world, pod, Devices.special(pod, claims));
      }
    }
  }

  /** The special claim of an earlier attempt is deleted when it keeps its pod from every node. */
  private static void nothingIsLeft(World world, Map<String, Pod> pods, List<ResourceClaim> claims) {
    Scheduler scheduler = world.scheduler();
    if (scheduler == null || world.requestsHit() > 0) {
      return; // the deletion may have failed, and as upstream nobody tries again
    }
    for (PendingPod waiting : scheduler.queue().pods()) {
      Pod pod = pods.get(waiting.pod().uid());
      ResourceClaim special = pod == null ? null : Devices.special(pod, claims);
      if (special != null && waiting.rejectedBy().contains(DynamicResources.NAME) && pod.getSpec().getResourceClaims().isEmpty()) {
        world.violated("claims", "claim " + name(special) + ", which an earlier attempt made, keeps pod " + waiting.key() + " away for ever");
      }
    }
  }

  /** As upstream, the status goes on naming a claim of an earlier attempt when the node's own plugins have what the pod asks for. */
  private void special(World world, Pod pod, @Nullable ResourceClaim special) {
    if (special == null && served.contains(pod.getMetadata().getUid())) {
      return;
    }
    has(world, pod, special == null ? null : List.of(special));
    if (special != null && Devices.of(special).size() != Devices.gpus(pod)) {
      world.violated("claims", "pod " + pod.getMetadata().getName() + " has " + Devices.of(special).size() + " devices for its extended resource");
    }
  }

  private static void users(World world, ResourceClaim claim, Map<String, Pod> pods) {
    List<ResourceClaimConsumerReference> users = claim.getStatus() == null ? List.of() : claim.getStatus().getReservedFor();
    for (ResourceClaimConsumerReference user : users) {
      Pod pod = pods.get(user.getUid());
      if ("pods".equals(user.getResource()) && (pod == null || PodStates.isEnded(pod))) {
        world.violated("claims", "claim " + name(claim) + " is reserved for pod " + user.getName() + " for ever, which is gone or has ended");
      }
    }
  }

  private static void has(World world, Pod pod, @Nullable List<ResourceClaim> claims) {
    String what = "pod " + pod.getMetadata().getName() + " was bound to " + pod.getSpec().getNodeName() + ", and ";
    if (claims == null) {
      world.violated("claims", what + "a claim of it is missing");
      return;
    }
    for (ResourceClaim claim : claims) {
      if (!Devices.isAllocated(claim)) {
        world.violated("claims", what + "claim " + name(claim) + " is not allocated");
      } else if (!Devices.isReservedFor(claim, pod)) {
        world.violated("claims", what + "claim " + name(claim) + " is not reserved for it");
      } else if (!Devices.mayBeOn(claim.getStatus().getAllocation(), pod.getSpec().getNodeName())) {
        world.violated("claims", what + "claim " + name(claim) + " is allocated elsewhere");
      }
    }
  }

  private static long version(ResourceClaim claim) {
    return Long.parseLong(claim.getMetadata().getResourceVersion());
  }

  private static String name(ResourceClaim claim) {
    return claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName();
  }
}
