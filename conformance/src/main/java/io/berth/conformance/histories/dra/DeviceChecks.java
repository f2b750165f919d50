package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Seen;
import io.berth.conformance.histories.ThemeRun;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No scheduler gives a device away that it knows to be taken, or twice: exclusive devices to one claim, shared ones as far as they go.
 * What another scheduler does, or one that has crashed and whose request comes late, no scheduler can know.
 */
final class DeviceChecks implements WorldObserver {
  private static final long ALL_OF_SHARED = 4000;

  private final DraRun run;
  private final Map<String, Set<KnownCluster>> writers = new HashMap<>();
  private final Map<String, Decision> decisions = new HashMap<>();
  private Map<String, Map<String, Set<String>>> taken = new HashMap<>();
  private long version = -1;

  DeviceChecks(DraRun run) {
    this.run = run;
  }

  /**
   * What was known when a node was chosen for a pod.
   *
   * @param checked the claims that have been looked at
   */
  private record Decision(KnownCluster known, Situation situation, Node node, List<Node> nodes, Set<String> checked) {}

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    Map<String, Set<String>> now = new HashMap<>();
    for (ResourceClaim claim : claims(known)) {
      for (DeviceRequestAllocationResult result : exclusive(claim)) {
        if (Devices.share(result) == null) {
          now.computeIfAbsent(device(result), device -> new HashSet<>()).add(claim.getMetadata().getUid());
        }
      }
    }
    taken.put(pod.uid(), now);
    Node node = known.node(nodeName);
    if (node != null && known == world.known() && (!pod.pod().getSpec().getResourceClaims().isEmpty() || Devices.gpus(pod.pod()) > 0)) {
      Situation situation = run.situation(new ThemeRun.Question(Seen.by(known), pod.pod(), node, List.of(), Set.of(), false));
      decisions.put(pod.uid(), new Decision(known, situation, node, List.copyOf(known.nodes()), new HashSet<>()));
    }
  }

  /**
   * The claims that the scheduler was told of, each as new as it knows it. An answer to a write of its own says what others have written
   * meanwhile, drivers for instance, before its watch does: as upstream, who keeps the answer to a reservation, it may act on that.
   */
  private List<ResourceClaim> claims(KnownCluster known) {
    Map<String, ResourceClaim> answered = new HashMap<>();
    Handle handle = run.handle();
    if (handle != null) {
      DynamicResourcesInvariants.claims(handle).forEach(claim -> answered.put(claim.getMetadata().getUid(), claim));
    }
    return known.all(ResourceKind.RESOURCE_CLAIMS).stream().map(told -> newest(told, answered.get(told.getMetadata().getUid()))).toList();
  }

  private static ResourceClaim newest(ResourceClaim told, @Nullable ResourceClaim answered) {
    return answered != null && version(answered) > version(told) ? answered : told;
  }

  private static long version(ResourceClaim claim) {
    return Long.parseLong(claim.getMetadata().getResourceVersion());
  }

  @Override
  public void binding(World world, ObjectRef<Pod> pod, String nodeName, KnownCluster known) {
    Pod bean = known.pod(pod.key());
    if (bean == null || known != world.known()) {
      return;
    }
    List<ResourceClaim> all = claims(known);
    List<ResourceClaim> own = new ArrayList<>(Objects.requireNonNullElse(Devices.claims(bean, all), List.of()));
    ResourceClaim special = Devices.special(bean, all);
    if (special != null && Devices.ofGpus(known.all(ResourceKind.DEVICE_CLASSES)) != null) {
      own.add(special); // where no class stands for them, it is left over, and the pod has none of its devices
    }
    for (ResourceClaim claim : own) {
      if (Devices.isAllocated(claim) && Devices.binding(claim) != Devices.Binding.READY) {
        world.violated("device", "pod " + pod.key() + " is bound, and the devices of claim " + claim.getMetadata().getName() + " are "
            + Devices.binding(claim));
      }
    }
  }

  /** What a claim is given must be what it asks for, by what was known when its pod was placed. */
  private void check(World world, ResourceClaim claim, Decision decision) {
    if (decision.known != world.known() || !chose(decision, claim) || !decision.checked.add(claim.getMetadata().getUid())) {
      return; // it had been given its devices before, or by another pod's attempt
    }
    Situation situation = decision.situation;
    String problem = situation.allocation().decide(Situation.read(claim, situation.classes()), Devices.of(claim));
    if (problem == null) {
      problem = NaiveResult.nodesProblem(claim.getStatus().getAllocation(), decision.node, decision.nodes, situation.slices());
    }
    if (problem == null && !NaiveResult.isConfigured(claim, situation.classes())) {
      problem = "its configuration is " + claim.getStatus().getAllocation().getDevices().getConfig();
    }
    if (problem != null) {
      world.violated("result", "claim " + claim.getMetadata().getName() + " on node " + decision.node.getMetadata().getName() + ": " + problem);
    }
  }

  /** Whether devices were looked for in this decision: the claim had none, and none were on their way to it for another pod. */
  private static boolean chose(Decision decision, ResourceClaim claim) {
    return decision.situation.uids().contains(claim.getMetadata().getUid()) || Devices.isSpecial(claim);
  }

  @Override
  public void writing(World world, HasMetadata object, KnownCluster known) {
    if (!(object instanceof ResourceClaim claim) || !Devices.isAllocated(claim)) {
      return;
    }
    String uid = String.valueOf(claim.getMetadata().getUid());
    writers.computeIfAbsent(given(claim), given -> new HashSet<>()).add(known);
    boolean isNew =
        known.all(ResourceKind.RESOURCE_CLAIMS).stream()
            .noneMatch(other -> uid.equals(other.getMetadata().getUid()) && Devices.isAllocated(other));
    for (ResourceClaimConsumerReference user : claim.getStatus().getReservedFor()) {
      Map<String, Set<String>> atDecision = taken.getOrDefault(user.getUid(), Map.of());
      Decision decision = decisions.get(user.getUid());
      if (isNew && decision != null) {
        check(world, claim, decision);
      }
      if (decision != null && !chose(decision, claim)) {
        continue; // another pod's attempt chose the devices, before this one knew better
      }
      for (DeviceRequestAllocationResult result : isNew ? exclusive(claim) : List.<DeviceRequestAllocationResult>of()) {
        Set<String> holders = new HashSet<>(atDecision.getOrDefault(device(result), Set.of()));
        holders.remove(uid);
        if (!holders.isEmpty() && known == world.known()) {
          world.violated("device", "claim " + claim.getMetadata().getName() + " is given " + device(result) + " for " + user.getName() + ", which others had: " + holders);
        }
      }
    }
  }

  @Override
  public void afterEvent(World world) {
    long now = world.cluster().resourceVersion();
    if (now == version) {
      return;
    }
    version = now;
    Map<String, List<ResourceClaim>> whole = new HashMap<>();
    Map<String, Map<String, Long>> shares = new HashMap<>();
    for (ResourceClaim claim : world.cluster().list(ResourceKind.RESOURCE_CLAIMS)) {
      for (DeviceRequestAllocationResult result : exclusive(claim)) {
        Long share = Devices.share(result);
        if (share == null) {
          whole.computeIfAbsent(device(result), device -> new ArrayList<>()).add(claim);
        } else {
          shares.computeIfAbsent(device(result), device -> new HashMap<>()).merge(writer(claim), share, Long::sum);
        }
      }
    }
    whole.forEach((device, claims) -> exclusive(world, device, claims));
    shares.forEach(
        (device, amounts) ->
            amounts.forEach(
                (writer, amount) -> {
                  if (!writer.isEmpty() && amount > ALL_OF_SHARED) {
                    world.violated("device", amount + " of " + ALL_OF_SHARED + " thousandths of device " + device + " are given away");
                  }
                }));
  }

  private void exclusive(World world, String device, List<ResourceClaim> claims) {
    Set<String> seen = new HashSet<>();
    for (ResourceClaim claim : claims) {
      String writer = writer(claim);
      if (!writer.isEmpty() && !seen.add(writer)) {
        world.violated("device", "device " + device + " is held by " + claims.stream().map(c -> c.getMetadata().getName()).toList());
      }
    }
  }

  /** Which scheduler alone gave the claim what it has; empty when it was another one, or may have been several. */
  private String writer(ResourceClaim claim) {
    Set<KnownCluster> all = writers.getOrDefault(given(claim), Set.of());
    return all.size() == 1 ? Integer.toHexString(System.identityHashCode(all.iterator().next())) : "";
  }

  private static String given(ResourceClaim claim) {
    return claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName() + " "
        + Devices.of(claim).stream().map(DeviceChecks::device).toList();
  }

  /** What the claim has but for admin access, which keeps nobody away. */
  private static List<DeviceRequestAllocationResult> exclusive(ResourceClaim claim) {
    return Devices.of(claim).stream().filter(result -> !Boolean.TRUE.equals(result.getAdminAccess())).toList();
  }

  private static String device(DeviceRequestAllocationResult result) {
    return result.getPool() + "/" + result.getDevice();
  }
}
