package io.berth.conformance.histories.dra;

import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.dynamicresources.DynamicResourcesInvariants.Held;
import io.berth.framework.Handle;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scenario.WorldObserver;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is recorded as held: it stays as long as the pod is nominated to the node and has not been placed, and no whole device is promised
 * to a pod that is held for another one of the same or a higher priority.
 */
final class HeldChecks implements WorldObserver {
  private static final String RULE = "holding of devices";

  private final DraRun run;
  private final Map<String, String> decided = new HashMap<>();
  private List<Held> before = List.of();

  HeldChecks(DraRun run) {
    this.run = run;
  }

  @Override
  public void schedulerStarted(World world, Scheduler scheduler) {
    before = List.of();
    decided.clear();
  }

  /** The pod is about to be nominated to the node. */
  void decided(PodInfo pod, String node) {
    if (!pod.pod().getSpec().getResourceClaims().isEmpty() && Devices.gpus(pod.pod()) == 0) {
      decided.put(pod.uid(), node);
    }
  }

  /** What was held for it is in flight, or free again if that fails. */
  @Override
  public void placed(World world, PodInfo pod, String nodeName, KnownCluster known) {
    if (known == world.known()) {
      before = before.stream().filter(held -> !held.podUid().equals(pod.uid())).toList();
    }
  }

  @Override
  public void afterEvent(World world) {
    Handle handle = run.handle();
    if (world.known() == null || handle == null) {
      before = List.of();
      return;
    }
    List<Held> now = DynamicResourcesInvariants.held(handle);
    if (!decided.isEmpty()) {
      world.nominations().stream()
          .filter(pod -> pod.nodeName().equals(decided.get(pod.uid())))
          .forEach(pod -> isRecorded(world, now, pod));
      decided.clear();
    }
    if (!now.equals(before)) {
      Map<String, PodInfo> nominees = new HashMap<>();
      world.nominations().forEach(pod -> nominees.put(pod.uid(), pod));
      before.forEach(held -> nothingIsForgotten(world, held, now, nominees));
      now.stream().filter(held -> !before.contains(held)).forEach(held -> nothingIsPromisedTwice(world, held, nominees));
      before = now;
    }
  }

  private static void nothingIsForgotten(World world, Held held, List<Held> now, Map<String, PodInfo> nominees) {
    PodInfo pod = nominees.get(held.podUid());
    if (pod != null && pod.nodeName().equals(held.node())) {
      isRecorded(world, now, pod);
    }
  }

  private static void isRecorded(World world, List<Held> now, PodInfo pod) {
    if (now.stream().noneMatch(held -> held.podUid().equals(pod.uid()) && held.node().equals(pod.nodeName()))) {
      world.violated(RULE, "pod " + pod.key() + " is nominated to node " + pod.nodeName() + ", and nobody knows any more what is held for it there");
    }
  }

  private void nothingIsPromisedTwice(World world, Held held, Map<String, PodInfo> nominees) {
    PodInfo pod = nominees.get(held.podUid());
    for (Held other : before) {
      PodInfo its = nominees.get(other.podUid());
      boolean first =
          pod != null && its != null && !other.podUid().equals(held.podUid()) && other.node().equals(held.node())
              && its.nodeName().equals(other.node()) && its.priority() >= pod.priority();
      if (first) {
        Set<String> both = whole(held.allocations().values());
        both.retainAll(whole(other.allocations().values()));
        if (!both.isEmpty()) {
          world.violated(RULE, "pod " + pod.key() + " is promised " + both + " of node " + held.node() + ", held for pod " + its.key() + " already");
        }
      }
    }
  }

  private static Set<String> whole(Collection<AllocationResult> allocations) {
    Set<String> devices = new HashSet<>();
    allocations.forEach(allocation -> devices.addAll(whole(Devices.of(allocation))));
    return devices;
  }

  /** The devices that nobody else can have a part of. */
  static Set<String> whole(List<DeviceRequestAllocationResult> results) {
    Set<String> devices = new HashSet<>();
    for (DeviceRequestAllocationResult result : results) {
      if (Devices.share(result) == null && !Boolean.TRUE.equals(result.getAdminAccess())) {
        devices.add(result.getPool() + "/" + result.getDevice());
      }
    }
    return devices;
  }
}
