package io.berth.conformance;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.AllocationOutcome;
import io.berth.dynamicresources.allocator.Allocator;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The objects of an allocator case.
 *
 * @param features what is on
 * @param nodes the nodes that are asked about, one after the other
 * @param claims the claims to allocate
 * @param classes the device classes, by name
 * @param slices the published slices
 * @param state what is allocated
 */
record AllocatorCase(Features features, List<NodeInfo> nodes, List<ResourceClaim> claims, Map<String, DeviceClass> classes,
    List<ResourceSlice> slices, AllocatedState state) {

  /** What every new share is called in case files. */
  static final String SHARE_ID = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa";

  static AllocatorCase of(JsonNode input) {
    Set<String> on = new HashSet<>();
    input.path("features").forEach(name -> on.add(name.asString()));
    List<Node> nodes = input.has("nodes") ? KubeObjects.readAll(input.get("nodes"), Node.class)
        : List.of(KubeObjects.read(input.get("node"), Node.class));
    Map<String, DeviceClass> classes = new HashMap<>();
    KubeObjects.readAll(input.path("deviceClasses"), DeviceClass.class)
        .forEach(one -> classes.put(one.getMetadata().getName(), one));
    return new AllocatorCase(Features.named(on::contains), nodes.stream().map(NodeInfo::of).toList(),
        KubeObjects.readAll(input.path("claims"), ResourceClaim.class), classes,
        slices(input.path("resourceSlices")), state(input.path("allocated")));
  }

  /**
   * The slices. Upstream's tests have what no API server stores: slices of one name, which get names of their own, and attributes
   * that are empty lists, which the model cannot tell from nothing and which are left out.
   */
  private static List<ResourceSlice> slices(JsonNode list) {
    JsonNode copy = list.deepCopy();
    copy.forEach(slice -> slice.at("/spec/devices").forEach(device -> {
      if (device.path("attributes").isObject()) {
        device.path("attributes").asObject()
            .removeIf(attribute -> attribute.valueStream().anyMatch(value -> value.isArray() && value.isEmpty()));
      }
    }));
    List<ResourceSlice> slices = KubeObjects.readAll(copy, ResourceSlice.class);
    Map<String, Integer> seen = new HashMap<>();
    for (ResourceSlice slice : slices) {
      int number = seen.merge(slice.getMetadata().getName(), 1, Integer::sum);
      if (number > 1) {
        slice.getMetadata().setName(slice.getMetadata().getName() + "." + number);
      }
    }
    return slices;
  }

  private static AllocatedState state(JsonNode allocated) {
    AllocatedState state = AllocatedState.empty();
    for (JsonNode device : allocated.path("devices")) {
      state = state.withDevice(DeviceId.parse(device.asString()));
    }
    for (JsonNode share : allocated.path("sharedDevices")) {
      String text = share.asString();
      state = state.withShare(DeviceId.parse(text.substring(0, text.lastIndexOf('/'))));
    }
    for (JsonNode consumed : allocated.path("consumedCapacity")) {
      Map<String, ExactQuantity> amounts = new HashMap<>();
      consumed.path("capacity").forEachEntry((name, amount) -> amounts.put(name, ExactQuantity.parse(amount.asString())));
      state = state.withConsumed(DeviceId.parse(consumed.path("device").asString()), amounts);
    }
    return state;
  }

  /** Allocates on every node, with nothing remembered from before. */
  List<AllocationOutcome> run() {
    CelCompiler cel = new CelCompiler(io.berth.dynamicresources.cel.CelFeatures.STORED);
    Allocator allocator = new Allocator(features, classes::get, cel, () -> SHARE_ID);
    DevicePools pools = DevicePools.of(features, slices);
    List<ClaimToAllocate> parsed = claims.stream().map(allocator::parse).toList();
    return nodes.stream().map(node -> allocator.allocate(pools, state, node, parsed, Cancellation.NEVER)).toList();
  }
}
