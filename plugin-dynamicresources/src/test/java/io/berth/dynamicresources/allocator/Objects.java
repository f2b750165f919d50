package io.berth.dynamicresources.allocator;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Slices, devices and claims with as few words as possible: driver {@code d}, pool {@code p}, node {@code n1}. */
final class Objects {

  static final String DRIVER = "d";

  private Objects() {}

  static ResourceSlice slice(String name, String pool, int slices, Device... devices) {
    ResourceSliceSpec spec = new ResourceSliceSpec();
    spec.setDriver(DRIVER);
    spec.setPool(new ResourcePool(1L, pool, (long) slices));
    spec.setNodeName("n1");
    spec.setDevices(new ArrayList<>(List.of(devices)));
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(new ObjectMetaBuilder().withName(name).build());
    slice.setSpec(spec);
    return slice;
  }

  /** The devices of pool p on n1. */
  static ResourceSlice devices(Device... devices) {
    return slice("devices", "p", 1, devices);
  }

  /** The devices of pool p, which has a slice of counters, too. */
  static ResourceSlice partitions(Device... devices) {
    return slice("devices", "p", 2, devices);
  }

  /** The counter set {@code cs} of pool p with one counter {@code c}. */
  static ResourceSlice counters(String amount) {
    ResourceSlice slice = slice("counters", "p", 2);
    slice.getSpec().setSharedCounters(List.of(new CounterSet(counter(amount), "cs")));
    return slice;
  }

  static Map<String, Counter> counter(String amount) {
    return new HashMap<>(Map.of("c", new Counter(new Quantity(amount))));
  }

  static Device device(String name) {
    Device device = new Device();
    device.setName(name);
    device.setAttributes(new HashMap<>());
    device.setCapacity(new HashMap<>());
    return device;
  }

  static Device with(Device device, Consumer<Device> change) {
    change.accept(device);
    return device;
  }

  static Device using(String amount, Device device, String... groups) {
    device.setConsumesCounters(List.of(new DeviceCounterConsumption(List.of(groups), "cs", counter(amount))));
    return device;
  }

  static Device tainted(Device device) {
    device.setTaints(List.of(new DeviceTaint("NoSchedule", "broken", null, "yes")));
    return device;
  }

  static Device text(Device device, String attribute, String value) {
    DeviceAttribute one = new DeviceAttribute();
    one.setString(value);
    device.getAttributes().put(attribute, one);
    return device;
  }

  static Device number(Device device, String attribute, long value) {
    DeviceAttribute one = new DeviceAttribute();
    one.setInt(value);
    device.getAttributes().put(attribute, one);
    return device;
  }

  static Device numbers(Device device, String attribute, Long... values) {
    DeviceAttribute one = new DeviceAttribute();
    one.setInts(List.of(values));
    device.getAttributes().put(attribute, one);
    return device;
  }

  static Device shared(Device device) {
    device.setAllowMultipleAllocations(true);
    return device;
  }

  static Device capacity(Device device, String name, String amount) {
    device.getCapacity().put(name, new DeviceCapacity(null, new Quantity(amount)));
    return device;
  }

  static DeviceRequest request(String name, int count) {
    ExactDeviceRequest exactly = new ExactDeviceRequest();
    exactly.setDeviceClassName("any");
    exactly.setAllocationMode("ExactCount");
    exactly.setCount((long) count);
    DeviceRequest request = new DeviceRequest();
    request.setName(name);
    request.setExactly(exactly);
    return request;
  }

  static DeviceRequest request(String name, int count, String selector) {
    DeviceRequest request = request(name, count);
    var one = new io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector(
        new io.fabric8.kubernetes.api.model.resource.v1.CELDeviceSelector(selector));
    request.getExactly().setSelectors(List.of(one));
    return request;
  }

  static DeviceRequest admin(String name, int count) {
    DeviceRequest request = request(name, count);
    request.getExactly().setAdminAccess(true);
    return request;
  }

  static DeviceRequest all(String name) {
    DeviceRequest request = request(name, 0);
    request.getExactly().setAllocationMode("All");
    return request;
  }

  static ResourceClaim claim(DeviceRequest... requests) {
    return claim("claim", requests);
  }

  static ResourceClaim claim(String name, DeviceRequest... requests) {
    DeviceClaim devices = new DeviceClaim();
    devices.setRequests(new ArrayList<>(List.of(requests)));
    ResourceClaim claim = new ResourceClaim();
    claim.setMetadata(new ObjectMetaBuilder().withNamespace("ns").withName(name).withUid("uid-" + name).build());
    claim.setSpec(new ResourceClaimSpec(devices));
    return claim;
  }

  static ResourceClaim matching(String attribute, ResourceClaim claim, String... requests) {
    claim.getSpec().getDevices().getConstraints().add(new DeviceConstraint(null, attribute, List.of(requests)));
    return claim;
  }

  static ResourceClaim distinct(String attribute, ResourceClaim claim, String... requests) {
    claim.getSpec().getDevices().getConstraints().add(new DeviceConstraint(attribute, null, List.of(requests)));
    return claim;
  }
}
