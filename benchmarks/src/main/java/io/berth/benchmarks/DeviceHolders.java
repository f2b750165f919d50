package io.berth.benchmarks;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.ArrayList;
import java.util.List;

/** Devices as in {@link Devices}, and for each of them a pod of low priority that holds it by a claim of its own. */
final class DeviceHolders {
  private static final String PROTECTION = "resource.kubernetes.io/delete-protection";

  private DeviceHolders() {}

  static List<HasMetadata> of(int nodes, int pods) {
    List<HasMetadata> all = new ArrayList<>(Devices.of(nodes, pods));
    for (int i = 0; i < nodes; i++) {
      for (int d = 0; d < Devices.PER_NODE; d++) {
        Pod holder = holder(i, d);
        all.add(holder);
        all.add(claim(i, d, holder));
      }
    }
    return all;
  }

  private static Pod holder(int node, int device) {
    return Victims.victim(node, device)
        .editSpec()
        .addNewResourceClaim()
        .withName("gpu")
        .withResourceClaimName(claimName(node, device))
        .endResourceClaim()
        .endSpec()
        .build();
  }

  private static String claimName(int node, int device) {
    return Workload.nodeName(node) + "-" + Devices.deviceName(device);
  }

  private static ResourceClaim claim(int node, int device, Pod holder) {
    return new ResourceClaimBuilder(Devices.claim(claimName(node, device), node))
        .editMetadata()
        .addToFinalizers(PROTECTION)
        .endMetadata()
        .withNewStatus()
        .withAllocation(allocation(Workload.nodeName(node), device))
        .addNewReservedFor()
        .withResource("pods")
        .withName(holder.getMetadata().getName())
        .withUid(holder.getMetadata().getUid())
        .endReservedFor()
        .endStatus()
        .build();
  }

  private static AllocationResult allocation(String node, int device) {
    var here = new NodeSelectorRequirement("metadata.name", "In", List.of(node));
    return new AllocationResultBuilder()
        .withNewDevices()
        .addNewResult()
        .withRequest("r")
        .withDriver(Devices.DRIVER)
        .withPool(node)
        .withDevice(Devices.deviceName(device))
        .endResult()
        .endDevices()
        .withNodeSelector(new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(here)))))
        .build();
  }
}
