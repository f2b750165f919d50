package io.berth.dynamicresources.cel;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Devices of driver {@code dra.example.com} for tests. */
final class Devices {

  static final String DRIVER = "dra.example.com";

  private final Map<String, DeviceAttribute> attributes = new LinkedHashMap<>();
  private final Map<String, DeviceCapacity> capacity = new LinkedHashMap<>();
  private final Device device = new Device();

  private Devices() {}

  static Devices device() {
    return new Devices();
  }

  Devices with(String name, boolean value) {
    return attribute(name, attribute -> attribute.setBool(value));
  }

  Devices with(String name, long value) {
    return attribute(name, attribute -> attribute.setInt(value));
  }

  Devices with(String name, String value) {
    return attribute(name, attribute -> attribute.setString(value));
  }

  Devices withVersion(String name, String value) {
    return attribute(name, attribute -> attribute.setVersion(value));
  }

  Devices withBools(String name, Boolean... values) {
    return attribute(name, attribute -> attribute.setBools(List.of(values)));
  }

  Devices withInts(String name, Long... values) {
    return attribute(name, attribute -> attribute.setInts(List.of(values)));
  }

  Devices withStrings(String name, String... values) {
    return attribute(name, attribute -> attribute.setStrings(List.of(values)));
  }

  Devices withVersions(String name, String... values) {
    return attribute(name, attribute -> attribute.setVersions(List.of(values)));
  }

  Devices withNothing(String name) {
    return attribute(name, attribute -> {});
  }

  private Devices attribute(String name, Consumer<DeviceAttribute> setter) {
    DeviceAttribute attribute = new DeviceAttribute();
    setter.accept(attribute);
    attributes.put(name, attribute);
    return this;
  }

  Devices withCapacity(String name, String quantity) {
    DeviceCapacity value = new DeviceCapacity();
    value.setValue(new Quantity(quantity));
    capacity.put(name, value);
    return this;
  }

  Devices allowingMultipleAllocations(boolean allowed) {
    device.setAllowMultipleAllocations(allowed);
    return this;
  }

  CelDevice build() {
    return build(DRIVER);
  }

  CelDevice build(String driver) {
    device.setAttributes(attributes);
    device.setCapacity(capacity);
    return CelDevice.of(driver, device);
  }
}
