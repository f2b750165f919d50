package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.PodStates;
import io.berth.conformance.histories.RunningHistory;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.List;

/**
 * Another scheduler takes a device that is free on a node which pods are nominated to, if there is one: what was freed for them, as a rule.
 *
 * @param claim its own
 */
public record SnatchDevice(String claim) implements Action.OfTheme {
  @Override
  public void happen(RunningHistory history) {
    InMemoryCluster cluster = history.world().cluster();
    List<String> nominated = cluster.list(ResourceKind.PODS).stream().filter(SnatchDevice::waits).map(pod -> pod.getStatus().getNominatedNodeName()).toList();
    for (ResourceSlice slice : cluster.list(ResourceKind.RESOURCE_SLICES)) {
      String node = slice.getSpec().getNodeName();
      if (node == null || !nominated.contains(node) || !node.equals(slice.getSpec().getPool().getName())) {
        continue;
      }
      for (Device device : slice.getSpec().getDevices()) {
        boolean plain = !Boolean.TRUE.equals(device.getAllowMultipleAllocations()) && device.getConsumesCounters().isEmpty();
        if (plain && isFree(cluster, node, device.getName()) && cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", claim) == null) {
          new DraActions.TakeDevice(claim, node, device.getName()).happen(history);
          return;
        }
      }
    }
  }

  private static boolean waits(Pod pod) {
    return !PodStates.hasNode(pod) && pod.getStatus().getNominatedNodeName() != null;
  }

  private static boolean isFree(InMemoryCluster cluster, String node, String device) {
    return cluster.list(ResourceKind.RESOURCE_CLAIMS).stream()
        .flatMap(claim -> Devices.of(claim).stream())
        .noneMatch(result -> result.getPool().equals(node) && result.getDevice().equals(device));
  }
}
