package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The expressions of histories: each as text, and what it means. */
enum Selector {
  WHOLE("DOMAIN.kind == \"whole\"", device -> "whole".equals(text(device, "kind"))),
  SHARED("device.allowMultipleAllocations", device -> Boolean.TRUE.equals(device.getAllowMultipleAllocations())),
  ANY("DOMAIN.slot >= 0", device -> true),
  MODEL_A("DOMAIN.model == \"a\"", device -> "a".equals(text(device, "model"))),
  MODEL_B("DOMAIN[\"model\"] == \"b\"", device -> "b".equals(text(device, "model"))),
  NUMA("DOMAIN.?numa.orValue(0) == 1", device -> isOne(attribute(device, "numa"))),
  LATER("DOMAIN.release.isGreaterThan(semver(\"1.0.0\"))", device -> !isZero(attribute(device, "slot"))),
  LARGE(
      "device.capacity[device.driver].memory.compareTo(quantity(\"5\")) > 0",
      device -> device.getCapacity().get(DeviceSpec.MEMORY).getValue().getNumericalAmount().compareTo(new BigDecimal("5")) > 0),
  LINKED(
      "\"links\" in DOMAIN && DOMAIN.links.includes(\"x\")",
      device -> {
        DeviceAttribute links = attribute(device, "links");
        return links != null && links.getStrings().contains("x");
      });

  private final String text;
  private final Predicate<Device> meaning;

  Selector(String text, Predicate<Device> meaning) {
    this.text = text.replace("DOMAIN", "device.attributes[\"" + PoolSpec.DRIVER + "\"]");
    this.meaning = meaning;
  }

  String text() {
    return text;
  }

  /** Whether a device is what the expression asks for. */
  static boolean likes(String expression, Device device) {
    for (Selector selector : values()) {
      if (selector.text.equals(expression)) {
        return selector.meaning.test(device);
      }
    }
    throw new IllegalArgumentException("nobody knows what it means: " + expression);
  }

  /** The attribute of the one domain that there is, whoever publishes it; {@code null} for none. */
  static @Nullable DeviceAttribute attribute(Device device, String name) {
    DeviceAttribute own = device.getAttributes().get(name);
    return own != null ? own : device.getAttributes().get(PoolSpec.DRIVER + "/" + name);
  }

  /** The values of an attribute, one or several; {@code null} without it. */
  static @Nullable List<?> values(Device device, String name) {
    DeviceAttribute attribute = attribute(device, name);
    if (attribute == null) {
      return null;
    }
    Object single = attribute.getInt() != null ? attribute.getInt() : attribute.getString();
    return attribute.getStrings().isEmpty() ? List.of(Objects.requireNonNull(single)) : attribute.getStrings();
  }

  private static @Nullable String text(Device device, String name) {
    DeviceAttribute attribute = attribute(device, name);
    return attribute == null ? null : attribute.getString();
  }

  private static boolean isOne(@Nullable DeviceAttribute attribute) {
    return attribute != null && Objects.equals(attribute.getInt(), 1L);
  }

  private static boolean isZero(@Nullable DeviceAttribute attribute) {
    return attribute != null && Objects.equals(attribute.getInt(), 0L);
  }
}
