package io.berth.dynamicresources.cel;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device as expressions see it: its driver, its attributes and its capacities. Immutable as long as nobody changes the
 * device that it was made of; safe for several threads. What an expression reads is built once, when the first one runs.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go Device, v1.37.2.
 */
public final class CelDevice {

  /** Stands for an attribute or a capacity that is published both with the driver's name for a domain and without. */
  static final Object TWICE = new Object();

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

  String driver() {
    return driver;
  }

  boolean allowMultipleAllocations() {
    return allowMultipleAllocations;
  }

  /** Whether all that is published can be read; on other devices every expression fails. */
  boolean isReadable() {
    return value == null && isPlain() || value().problem() == null;
  }

  /** Whether there is nothing that has to be parsed. */
  private boolean isPlain() {
    if (!capacity.isEmpty()) {
      return false;
    }
    for (DeviceAttribute attribute : attributes.values()) {
      if (attribute == null || !DeviceValue.isPlain(attribute)) {
        return false;
      }
    }
    return true;
  }

  /** The attribute as it is published; {@code null} if there is none, {@link #TWICE} if there are two of one name. */
  @Nullable Object attribute(String domain, String name, String fullName) {
    return published(attributes, domain, name, fullName);
  }

  /** The capacity's amount as it is published; as above. */
  @Nullable Object amount(String domain, String name, String fullName) {
    Object published = published(capacity, domain, name, fullName);
    if (!(published instanceof DeviceCapacity one)) {
      return published;
    }
    Quantity amount = one.getValue(); // equal quantities may be written otherwise, which expressions see
    return amount == null ? List.of() : Arrays.asList(amount.getAmount(), amount.getFormat());
  }

  private @Nullable Object published(Map<String, ?> values, String domain, String name, String fullName) {
    Object full = values.get(fullName);
    Object bare = domain.equals(driver) ? values.get(name) : null;
    return full == null ? bare : bare == null ? full : TWICE;
  }
}
