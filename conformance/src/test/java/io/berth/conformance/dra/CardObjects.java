package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.slice;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;

/** A card of four slices, and the partitions that it can be had in. */
final class CardObjects {
  private CardObjects() {}

  /** A part of the card, of so many slices. */
  static Device partition(String name, String size, int slices) {
    return new DeviceBuilder()
        .withName(name)
        .addToAttributes("size", new DeviceAttributeBuilder().withString(size).build())
        .addNewConsumesCounter()
        .withCounterSet("card")
        .addToCounters("slices", new Counter(new Quantity(Integer.toString(slices))))
        .endConsumesCounter()
        .build();
  }

  /** The card of a node: what is published of its slices, and of its partitions. */
  static ResourceSlice[] card(String node, Device... partitions) {
    ResourceSlice counters =
        new ResourceSliceBuilder(slice(node, new Device[0]))
            .editMetadata().withName(node + "-counters").endMetadata()
            .editSpec()
            .editPool().withResourceSliceCount(2L).endPool()
            .addNewSharedCounter().withName("card").addToCounters("slices", new Counter(new Quantity("4"))).endSharedCounter()
            .endSpec()
            .build();
    ResourceSlice devices =
        new ResourceSliceBuilder(slice(node, partitions))
            .editSpec().editPool().withResourceSliceCount(2L).endPool().endSpec()
            .build();
    return new ResourceSlice[] {counters, devices};
  }

  /** A claim of one partition of this size. */
  static ResourceClaim sized(String name, String size) {
    return new ResourceClaimBuilder(claim(name, "gpu", 1))
        .editSpec().editDevices().editFirstRequest().editExactly()
        .addNewSelector().withNewCel("device.attributes[\"gpu.example.com\"].size == \"" + size + "\"").endSelector()
        .endExactly().endRequest().endDevices().endSpec()
        .build();
  }
}
