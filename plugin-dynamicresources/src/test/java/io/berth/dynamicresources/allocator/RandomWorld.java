package io.berth.dynamicresources.allocator;

import static io.berth.dynamicresources.allocator.Objects.capacity;
import static io.berth.dynamicresources.allocator.Objects.claim;
import static io.berth.dynamicresources.allocator.Objects.device;
import static io.berth.dynamicresources.allocator.Objects.number;
import static io.berth.dynamicresources.allocator.Objects.numbers;
import static io.berth.dynamicresources.allocator.Objects.request;
import static io.berth.dynamicresources.allocator.Objects.shared;
import static io.berth.dynamicresources.allocator.Objects.slice;
import static io.berth.dynamicresources.allocator.Objects.tainted;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Random pools with partitions, shares, taints and lists; random claims. */
final class RandomWorld {

  private static final String HUGE = "00000000000000000000";

  private final RandomGenerator random;
  private final boolean huge;
  private int claims;

  RandomWorld(RandomGenerator random) {
    this.random = random;
    this.huge = random.nextInt(4) == 0;
  }

  List<ResourceSlice> slices() {
    List<ResourceSlice> slices = new ArrayList<>();
    int pools = 1 + random.nextInt(2);
    for (int p = 0; p < pools; p++) {
      String pool = "p" + p;
      ResourceSlice counters = slice(pool + "-counters", pool, 2);
      counters.getSpec().setSharedCounters(List.of(
          new CounterSet(Map.of("a", counter(4), "b", counter(3)), "left"), new CounterSet(Map.of("a", counter(2)), "right")));
      Device[] devices = new Device[2 + random.nextInt(5)];
      for (int i = 0; i < devices.length; i++) {
        devices[i] = randomDevice("d" + i);
      }
      slices.add(slice(pool + "-devices", pool, 2, devices));
      slices.add(counters);
    }
    return slices;
  }

  /** Amounts beyond 64 bits: 10^20 and a bit, so that nothing divides them. */
  private Counter counter(int amount) {
    return new Counter(new Quantity(huge ? amount + HUGE.substring(1) + amount : Integer.toString(amount)));
  }

  private Device randomDevice(String name) {
    Device device = number(numbers(device(name), "numa", (long) random.nextInt(2), (long) (1 + random.nextInt(2))), "slot",
        random.nextInt(4));
    if (random.nextInt(6) == 0) {
      tainted(device);
    }
    if (random.nextInt(3) == 0) {
      shared(capacity(device, "memory", "10"));
    }
    if (random.nextBoolean()) {
      List<DeviceCounterConsumption> consumptions = new ArrayList<>();
      List<String> groups = random.nextInt(4) == 0 ? List.of(random.nextBoolean() ? "g" : "h") : List.of();
      consumptions.add(new DeviceCounterConsumption(groups, "left",
          Map.of("a", counter(1 + random.nextInt(2)), "b", counter(random.nextInt(2)))));
      if (random.nextInt(3) == 0) {
        consumptions.add(new DeviceCounterConsumption(List.of(), "right", Map.of("a", counter(1))));
      }
      device.setConsumesCounters(consumptions);
    }
    return device;
  }

  ResourceClaim randomClaim() {
    DeviceRequest[] requests = new DeviceRequest[1 + random.nextInt(3)];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = randomRequest("r" + i);
    }
    ResourceClaim claim = claim("c" + claims++, requests);
    if (random.nextInt(3) == 0) {
      Objects.matching("d/numa", claim);
    }
    if (random.nextInt(3) == 0) {
      Objects.distinct("d/slot", claim);
    }
    return claim;
  }

  private DeviceRequest randomRequest(String name) {
    DeviceRequest request = request(name, 1 + random.nextInt(2));
    CapacityRequirements capacity = random.nextInt(5) > 0 ? null
        : new CapacityRequirements(Map.of("memory", new Quantity(Integer.toString(1 + random.nextInt(6)))));
    request.getExactly().setCapacity(capacity);
    switch (random.nextInt(6)) {
      case 0 -> request.getExactly().setAdminAccess(true);
      case 1 -> {
        request.getExactly().setAllocationMode("All");
        request.getExactly().setSelectors(request("x", 1, "device.attributes[\"d\"].slot == 1").getExactly().getSelectors());
      }
      case 2 -> {
        List<DeviceSubRequest> alternatives = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          DeviceSubRequest alternative = new DeviceSubRequest();
          alternative.setName("s" + i);
          alternative.setDeviceClassName("any");
          alternative.setAllocationMode("ExactCount");
          alternative.setCount((long) (3 - i));
          alternatives.add(alternative);
        }
        request.setExactly(null);
        request.setFirstAvailable(alternatives);
      }
      default -> { }
    }
    return request;
  }
}
