package io.berth.dynamicresources.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Devices belong to a node as the pools have it that are asked, whatever others said before. */
class LocalAllocationTest {
  private final ClaimAllocation a = ClaimAllocation.of(new AllocationResultBuilder(of("p", "x")).build());
  private final ClaimAllocation both = ClaimAllocation.of(
      new AllocationResultBuilder(of("p", "x"))
          .editDevices().addNewResult().withDriver("d").withPool("q").withDevice("x").endResult().endDevices()
          .build());
  private final DevicePools none = DevicePools.empty(Features.ALL);

  private static AllocationResult of(String pool, String device) {
    return new AllocationResultBuilder()
        .withNewDevices().addNewResult().withDriver("d").withPool(pool).withDevice(device).endResult().endDevices()
        .build();
  }

  private static ResourceSlice slice(String pool, @Nullable String node, String device) {
    return new ResourceSliceBuilder()
        .withNewMetadata().withName("s-" + pool).endMetadata()
        .withNewSpec().withDriver("d").withNodeName(node).withAllNodes(node == null ? Boolean.TRUE : null)
        .withNewPool().withName(pool).withGeneration(1L).withResourceSliceCount(1L).endPool()
        .addNewDevice().withName(device).endDevice().endSpec()
        .build();
  }

  @Test
  void aDeviceIsLocalWhereItIsPublishedByTheNodesName() {
    DevicePools on1 = none.with(slice("p", "n1", "x"));
    for (int again = 0; again < 2; again++) {
      assertThat(a.isLocal("n1", none)).isFalse();
      assertThat(a.isLocal("n1", on1)).isTrue();
      assertThat(a.isLocal("n1", on1)).isTrue();
      assertThat(a.isLocal("n2", on1)).isFalse();
      assertThat(a.isLocal("n2", on1.with(slice("p", "n2", "x")))).isTrue();
      assertThat(a.isLocal("n1", on1.with(slice("p", null, "x")))).isFalse();
      assertThat(a.isLocal("n1", on1.with(slice("p", "n1", "other")))).isFalse();
    }
  }

  @Test
  void allDevicesMustBe() {
    DevicePools pools = none.with(slice("p", "n1", "x"));
    assertThat(both.isLocal("n1", pools)).isFalse();
    assertThat(both.isLocal("n1", pools.with(slice("q", "n1", "x")))).isTrue();
    DevicePools apart = pools.with(slice("q", "n2", "x"));
    assertThat(both.isLocal("n1", apart)).isFalse();
    assertThat(both.isLocal("n2", apart)).isFalse();
  }

  @Test
  void anAllocationWithoutDevicesIsNowhereElse() {
    assertThat(ClaimAllocation.of(new AllocationResult()).isLocal("n1", none)).isTrue();
  }
}
