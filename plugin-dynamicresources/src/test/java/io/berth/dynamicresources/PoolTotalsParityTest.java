package io.berth.dynamicresources;

import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Source: plugins/noderesources/resource_allocation_test.go (TestCalculateResourceAllocatableRequest), v1.37.2. */
class PoolTotalsParityTest {
  private static final String DRIVER = "test-driver";
  private static final NodeInfo NODE = node("resource-node").label("zone", "us-east-1a").info();

  private static DeviceClass deviceClass(String... expressions) {
    DeviceClassBuilder builder = new DeviceClassBuilder().withNewMetadata().withName("c").endMetadata().withNewSpec().endSpec();
    for (String expression : expressions) {
      builder.editSpec().addNewSelector().withNewCel(expression).endSelector().endSpec();
    }
    return builder.build();
  }

  private static ResourceSliceBuilder slice(String pool) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(pool + "-slice")
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNewPool(1L, pool, 1L)
        .endSpec();
  }

  private static ResourceSlice ofNode(String nodeName, String... devices) {
    ResourceSliceBuilder slice = slice(nodeName).editSpec().withNodeName(nodeName).endSpec();
    for (String device : devices) {
      slice.editSpec().addNewDevice().withName(device).endDevice().endSpec();
    }
    return slice.build();
  }

  private static DeviceId device(String name) {
    return DeviceId.of(DRIVER, "resource-node", name);
  }

  private static List<Long> totals(DeviceClass deviceClass, AllocatedState allocated, ResourceSlice... slices) {
    DeviceTotals totals =
        new PoolTotals(DevicePools.of(Features.ALL, List.of(slices)), allocated, new CelCompiler(CelFeatures.STORED));
    assertThat(totals.copy()).isSameAs(totals);
    return List.of(totals.capacity(deviceClass, NODE), totals.allocated(deviceClass, NODE));
  }

  @Test
  void withoutSlicesThereIsNothing() {
    assertThat(totals(deviceClass(), AllocatedState.empty())).containsExactly(0L, 0L);
  }

  @Test
  void theNodesOwnDevicesCount() {
    assertThat(totals(deviceClass(), AllocatedState.empty(), ofNode("resource-node", "device-1"), ofNode("other", "device-1")))
        .containsExactly(1L, 0L);
  }

  @Test
  void devicesThatAreNotTiedToANodeCount() {
    ResourceSlice network = slice("network").editSpec().withAllNodes(true).addNewDevice().withName("n").endDevice().endSpec().build();
    assertThat(totals(deviceClass(), AllocatedState.empty(), ofNode("resource-node", "device-1"), network)).containsExactly(2L, 0L);
  }

  @Test
  void aDeviceIsInUseWhollyOrInPart() {
    AllocatedState allocated = AllocatedState.empty().withDevice(device("device-1")).withShare(device("device-2"));
    assertThat(totals(deviceClass(), allocated, ofNode("resource-node", "device-1", "device-2", "device-3"))).containsExactly(3L, 2L);
  }

  private static Device gpu(String name, String model, String memory) {
    return new DeviceBuilder()
        .withName(name)
        .addToAttributes("model", new DeviceAttributeBuilder().withString(model).build())
        .addToCapacity(
            "memory",
            new DeviceCapacityBuilder().withValue(new Quantity(memory)).build())
        .build();
  }

  @Test
  void eachDeviceMaySayWhichNodesCanUseItAndTheClassSelects() {
    ResourceSlice slice =
        slice("per-device-pool")
            .editSpec()
            .withPerDeviceNodeSelection(true)
            .addToDevices(new DeviceBuilder(gpu("device-1", "SOME-XYZ", "16Gi")).withNodeName("resource-node").build())
            .addToDevices(new DeviceBuilder(gpu("device-2", "SOME-ZYX", "12Gi")).withNodeName("other-node").build())
            .addToDevices(
                new DeviceBuilder(gpu("device-3", "SOME-XZY", "24Gi"))
                    .withNodeSelector(
                        new NodeSelectorBuilder()
                            .addNewNodeSelectorTerm()
                            .addToMatchExpressions(new NodeSelectorRequirement("zone", "In", List.of("us-east-1a")))
                            .endNodeSelectorTerm()
                            .build())
                    .build())
            .addToDevices(new DeviceBuilder(gpu("device-4", "SOME-SMALL", "4Gi")).withNodeName("resource-node").build())
            .endSpec()
            .build();
    DeviceClass selecting =
        deviceClass(
            "device.driver == \"test-driver\" && device.capacity[\"test-driver\"].memory.compareTo(quantity(\"8Gi\")) >= 0",
            "device.attributes[\"test-driver\"].model.startsWith(\"SOME-\")");
    AllocatedState allocated = AllocatedState.empty().withDevice(DeviceId.of(DRIVER, "per-device-pool", "device-1"));
    assertThat(totals(selecting, allocated, slice)).containsExactly(2L, 1L);
  }

  @Test
  void aSelectorThatFailsMakesItNothing() {
    ResourceSlice slice = ofNode("resource-node", "device-1");
    assertThat(totals(deviceClass("device.driver =="), AllocatedState.empty(), slice)).containsExactly(0L, 0L);
    assertThat(totals(deviceClass("device.attributes[\"test-driver\"].model == \"x\""), AllocatedState.empty(), slice))
        .containsExactly(0L, 0L);
  }

  @Test
  void devicesOfAPoolThatCannotBeUsedDoNotCount() {
    assertThat(totals(deviceClass(), AllocatedState.empty(), ofNode("resource-node", "device-1", "device-1"))).containsExactly(0L, 0L);
  }

  @Test
  void severalClassesMayBeAskedForInTurn() {
    DeviceTotals totals =
        new PoolTotals(
            DevicePools.of(Features.ALL, List.of(ofNode("resource-node", "a", "b"))),
            AllocatedState.empty(),
            new CelCompiler(CelFeatures.STORED));
    DeviceClass all = deviceClass();
    DeviceClass none = deviceClass("device.driver == \"another\"");
    assertThat(List.of(totals.capacity(all, NODE), totals.capacity(none, NODE), totals.capacity(all, NODE)))
        .containsExactly(2L, 0L, 2L);
  }
}
