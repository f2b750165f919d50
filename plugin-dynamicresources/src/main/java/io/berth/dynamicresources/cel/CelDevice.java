package io.berth.dynamicresources.cel;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device as expressions see it: its driver, its attributes and its capacities. Immutable as long as nobody changes the
 * device that it was made of; safe for several threads. What an expression reads is built once, when the first one runs.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go Device, v1.37.2.
 */
public final class CelDevice {

  private final String driver;
  private final boolean allowMultipleAllocations;
  private final Map<String, DeviceAttribute> attributes;
  private final Map<String, DeviceCapacity> capacity;
  private volatile @Nullable DeviceValue value;

  private CelDevice(String driver, Device device) {
    this.driver = driver;
    this.allowMultipleAllocations = Boolean.TRUE.equals(device.getAllowMultipleAllocations());
    this.attributes = device.getAttributes() == null ? Map.of() : device.getAttributes();
    this.capacity = device.getCapacity() == null ? Map.of() : device.getCapacity();
  }

  /**
   * A device of a slice. Names of attributes and capacities without a domain get the driver's name for it.
   *
   * @param driver the name of the driver that published the device
   * @param device borrowed: it must not change
   */
  public static CelDevice of(String driver, Device device) {
    return new CelDevice(driver, device);
  }

  /** The value of the variable {@code device}, built at the first call. Two threads may build the same value. */
  DeviceValue value() {
    DeviceValue built = value;
    if (built == null) {
      built = DeviceValue.of(driver, allowMultipleAllocations, attributes, capacity);
      value = built;
    }
    return built;
  }
}
