package io.berth.conformance.histories.dra;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * No scheduler gives a device away that it knows to be taken, or twice: exclusive devices to one claim, shared ones as far as they go.
 * What another scheduler does, or one that has crashed and whose request comes late, no scheduler can know.
 */
final class DeviceChecks implements WorldObserver {
  private final Map<String, Set<KnownCluster>> writers = new HashMap<>();
  private Map<String, Map<String, Set<String>>> taken = new HashMap<>();
  private long version = -1;

  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    Map<String, Set<String>> now = new HashMap<>();
    for (ResourceClaim claim : known.all(ResourceKind.RESOURCE_CLAIMS)) {
      for (DeviceRequestAllocationResult result : Devices.of(claim)) {
        if (Devices.share(result) == null) {
          now.computeIfAbsent(device(result), device -> new HashSet<>()).add(claim.getMetadata().getUid());
        }
      }
    }
    taken.put(pod.uid(), now);
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
      for (DeviceRequestAllocationResult result : isNew ? Devices.of(claim) : List.<DeviceRequestAllocationResult>of()) {
        Set<String> holders = new HashSet<>(atDecision.getOrDefault(device(result), Set.of()));
        holders.remove(uid);
        if (!holders.isEmpty() && known == world.known()) {
          world.violated("device", "claim " + claim.getMetadata().getName() + " is given " + device(result) + ", which another one had");
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
      for (DeviceRequestAllocationResult result : Devices.of(claim)) {
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
                  if (!writer.isEmpty() && amount > PoolSpec.SHARED_MEMORY) {
                    world.violated("device", amount + " of " + PoolSpec.SHARED_MEMORY + " of device " + device + " are given away");
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

  private static String device(DeviceRequestAllocationResult result) {
    return result.getPool() + "/" + result.getDevice();
  }
}
