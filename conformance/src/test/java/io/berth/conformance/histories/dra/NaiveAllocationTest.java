package io.berth.conformance.histories.dra;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.conformance.histories.dra.ClaimSpec.Ask;
import io.berth.conformance.histories.dra.PoolSpec.DeviceSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NaiveAllocationTest {
  private static final DeviceSpec A = new DeviceSpec("d0", "a", 0, false);
  private static final DeviceSpec B = new DeviceSpec("d1", "b", 0, false);
  private static final DeviceSpec SHARED = new DeviceSpec("s0", "a", 0, true);

  private static DeviceRequestAllocationResult held(String device, String share) {
    DeviceRequestAllocationResult result = new DeviceRequestAllocationResult();
    result.setPool("n1");
    result.setDevice(device);
    if (!share.isEmpty()) {
      result.setShareID("id");
      result.setConsumedCapacity(Map.of(PoolSpec.MEMORY, new Quantity(share)));
    }
    return result;
  }

  private static boolean possible(List<DeviceSpec> devices, int units, List<DeviceRequestAllocationResult> held, Ask... asks) {
    // Through the slices and back, as a run reads them.
    var slices = new PoolSpec("n1", 3, units, devices).build();
    NaiveAllocation allocation = new NaiveAllocation("n1", Devices.pool("n1", slices), Devices.units("n1", slices), held);
    allocation.want(new ClaimSpec("c", List.of(asks)).claim());
    return allocation.isPossible();
  }

  @Test
  void wholeDevicesGoToOneClaim() {
    assertThat(possible(List.of(A, B), 0, List.of(), new Ask(false, 2, ""))).isTrue();
    assertThat(possible(List.of(A, B), 0, List.of(held("d0", "")), new Ask(false, 2, ""))).isFalse();
    assertThat(possible(List.of(A, B), 0, List.of(held("d0", "")), new Ask(false, 1, "b"))).isTrue();
    assertThat(possible(List.of(A, B), 0, List.of(held("d0", "")), new Ask(false, 1, "a"))).isFalse();
    assertThat(possible(List.of(A, B), 0, List.of(), new Ask(false, 1, ""), new Ask(false, 1, "a"))).isTrue();
    assertThat(possible(List.of(SHARED), 0, List.of(), new Ask(false, 1, ""))).isFalse();
  }

  @Test
  void sharesGoAsFarAsTheDeviceGoes() {
    assertThat(possible(List.of(SHARED), 0, List.of(held("s0", "1")), new Ask(true, 3, ""))).isTrue();
    assertThat(possible(List.of(SHARED), 0, List.of(held("s0", "2")), new Ask(true, 3, ""))).isFalse();
    assertThat(possible(List.of(SHARED), 0, List.of(), new Ask(true, 2, ""), new Ask(true, 3, ""))).isFalse();
  }

  @Test
  void partsTakeFromTheirPool() {
    List<DeviceSpec> parts = List.of(new DeviceSpec("p0", "a", 3, false), new DeviceSpec("p1", "a", 2, false), A);
    assertThat(possible(parts, 4, List.of(), new Ask(false, 2, ""))).isTrue();
    assertThat(possible(parts, 4, List.of(held("d0", "")), new Ask(false, 2, ""))).isFalse();
    assertThat(possible(parts, 5, List.of(held("d0", "")), new Ask(false, 2, ""))).isTrue();
    assertThat(possible(parts, 9, List.of(held("gone", "")), new Ask(false, 2, ""))).isFalse();
    assertThat(possible(parts.subList(0, 2), 3, List.of(held("p1", "1")), new Ask(false, 1, ""))).isFalse(); // it was shared once
  }

  @Test
  void aPoolOfWhichASliceIsMissingOffersNothing() {
    var slices = new PoolSpec("n1", 3, 4, List.of(A)).build();
    assertThat(Devices.pool("n1", slices)).containsExactly(A);
    assertThat(Devices.pool("n1", slices.subList(1, 2))).isEmpty();
  }
}
