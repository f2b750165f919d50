package io.berth.dynamicresources.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.values.CelValue;
import dev.cel.common.values.SelectableValue;
import io.berth.framework.resource.QuantityFormatException;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The value of the variable {@code device}.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go DeviceMatches, v1.37.2.
 */
final class DeviceValue extends CelValue implements SelectableValue<String> {

  private final String driver;
  private final Boolean allowMultipleAllocations;
  private final DomainMap attributes;
  private final DomainMap capacity;
  private final @Nullable String problem;
  private final Optional<Object> variable = Optional.of(this);

  private DeviceValue(
      String driver, boolean allowMultipleAllocations, DomainMap attributes, DomainMap capacity, @Nullable String problem) {
    this.driver = driver;
    this.allowMultipleAllocations = allowMultipleAllocations;
    this.attributes = attributes;
    this.capacity = capacity;
    this.problem = problem;
  }

  static DeviceValue of(
      String driver, boolean allowMultipleAllocations, Map<String, DeviceAttribute> attributes, Map<String, DeviceCapacity> capacity) {
    Map<String, Map<String, Object>> attributeValues = new LinkedHashMap<>();
    Map<String, Map<String, Object>> capacityValues = new LinkedHashMap<>();
    String problem = null;
    for (Map.Entry<String, DeviceAttribute> entry : attributes.entrySet()) {
      try {
        put(attributeValues, entry.getKey(), driver, attributeValue(entry.getValue()));
      } catch (UnreadableValueException e) {
        problem = problem != null ? problem : "attribute " + entry.getKey() + ": " + e.getMessage();
      }
    }
    for (Map.Entry<String, DeviceCapacity> entry : capacity.entrySet()) {
      try {
        put(capacityValues, entry.getKey(), driver, quantity(entry.getValue().getValue()));
      } catch (QuantityFormatException e) {
        problem = problem != null ? problem : "capacity " + entry.getKey() + ": " + e.getMessage();
      }
    }
    return new DeviceValue(driver, allowMultipleAllocations, new DomainMap(attributeValues), new DomainMap(capacityValues), problem);
  }

  private static void put(Map<String, Map<String, Object>> values, String name, String defaultDomain, Object value) {
    int slash = name.indexOf('/');
    String domain = slash < 0 ? defaultDomain : name.substring(0, slash);
    values.computeIfAbsent(domain, ignored -> new LinkedHashMap<>()).put(name.substring(slash + 1), value);
  }

  private static QuantityValue quantity(@Nullable Quantity quantity) {
    String amount = quantity == null || quantity.getAmount() == null ? "" : quantity.getAmount().strip();
    String suffix = quantity == null || quantity.getFormat() == null ? "" : quantity.getFormat().strip();
    return QuantityValue.parse(amount.endsWith(suffix) ? amount : amount + suffix);
  }

  private static Object attributeValue(DeviceAttribute attribute) throws UnreadableValueException {
    if (isSet(attribute.getInts())) {
      return List.copyOf(attribute.getInts());
    }
    if (isSet(attribute.getBools())) {
      return List.copyOf(attribute.getBools());
    }
    if (isSet(attribute.getStrings())) {
      return List.copyOf(attribute.getStrings());
    }
    if (isSet(attribute.getVersions())) {
      List<Object> versions = new ArrayList<>(attribute.getVersions().size());
      for (String version : attribute.getVersions()) {
        versions.add(version(version));
      }
      return List.copyOf(versions);
    }
    if (attribute.getInt() != null) {
      return attribute.getInt();
    }
    if (attribute.getBool() != null) {
      return attribute.getBool();
    }
    if (attribute.getString() != null) {
      return attribute.getString();
    }
    if (attribute.getVersion() != null) {
      return version(attribute.getVersion());
    }
    throw new UnreadableValueException("unsupported attribute value", null);
  }

  /** Whether the attribute has a value that need not be parsed, so that it can be read. */
  static boolean isPlain(DeviceAttribute attribute) {
    return (attribute.getString() != null || attribute.getInt() != null || attribute.getBool() != null)
        && !isSet(attribute.getStrings())
        && !isSet(attribute.getInts())
        && !isSet(attribute.getBools())
        && !isSet(attribute.getVersions());
  }

  private static boolean isSet(@Nullable List<?> values) {
    return values != null && !values.isEmpty();
  }

  private static Semver version(String text) throws UnreadableValueException {
    try {
      return Semver.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UnreadableValueException("parse semantic version: " + e.getMessage(), e);
    }
  }

  /** What makes the device unusable for every expression, if anything does. */
  @Nullable String problem() {
    return problem;
  }

  /** This value, as the variable {@code device} is looked up. */
  Optional<Object> variable() {
    return variable;
  }

  @Override
  public Object select(String field) {
    return switch (field) {
      case DraTypes.DRIVER -> driver;
      case DraTypes.ATTRIBUTES -> attributes;
      case DraTypes.CAPACITY -> capacity;
      case DraTypes.ALLOW_MULTIPLE_ALLOCATIONS -> allowMultipleAllocations;
      default -> throw RuntimeErrors.noSuchKey(field);
    };
  }

  @Override
  public Optional<?> find(String field) {
    return DraTypes.DEVICE_FIELDS.contains(field) ? Optional.of(select(field)) : Optional.empty();
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return false;
  }

  @Override
  public CelType celType() {
    return DraTypes.DEVICE_REFERENCE;
  }

  /** A value of the API that has no meaning here. */
  private static final class UnreadableValueException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableValueException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
