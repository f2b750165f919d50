package io.berth.dynamicresources.claims;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.HashMap;
import java.util.Map;

/** Claims, allocations and books for tests of the tracker. */
final class TestClaims {
  private TestClaims() {}

  static ResourceClaim claim(String name, int version) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .withUid("uid-" + name)
        .withResourceVersion(Integer.toString(version))
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  static ResourceClaim allocated(String name, int version, String... devices) {
    return new ResourceClaimBuilder(claim(name, version))
        .withNewStatus()
        .withAllocation(result(devices))
        .endStatus()
        .build();
  }

  static ResourceClaim reserved(String name, int version, String podUid, String... devices) {
    return new ResourceClaimBuilder(allocated(name, version, devices))
        .editStatus()
        .addNewReservedFor()
        .withResource("pods")
        .withName(podUid)
        .withUid(podUid)
        .endReservedFor()
        .endStatus()
        .build();
  }

  static ClaimAllocation allocation(String... devices) {
    return ClaimAllocation.of(result(devices));
  }

  private static AllocationResult result(String... devices) {
    AllocationResultBuilder result = new AllocationResultBuilder();
    for (String device : devices) {
      result.editOrNewDevices().addNewResult().withDriver("d").withPool("p").withDevice(device).endResult().endDevices();
    }
    return result.build();
  }

  /** Books that count, and that never let a device be released that is not booked. */
  static final class Books implements DeviceBooks {
    private final Map<String, Integer> counts = new HashMap<>();
    private Runnable onEachStep = () -> {};

    /** What to look at after every single booking and release. */
    void onEachStep(Runnable look) {
      onEachStep = look;
    }

    int count(String device) {
      return counts.getOrDefault(device, 0);
    }

    boolean areEmpty() {
      return counts.isEmpty();
    }

    @Override
    public void book(ClaimAllocation allocation) {
      allocation.devices().forEach(device -> counts.merge(device.getDevice(), 1, Integer::sum));
      onEachStep.run();
    }

    @Override
    public void release(ClaimAllocation allocation) {
      allocation
          .devices()
          .forEach(
              device -> {
                if (count(device.getDevice()) == 0) {
                  throw new AssertionError("device " + device.getDevice() + " is released and was not booked");
                }
                counts.merge(device.getDevice(), -1, (a, b) -> a + b == 0 ? null : a + b);
              });
      onEachStep.run();
    }
  }
}
