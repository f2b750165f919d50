package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CompiledSelector;
import io.berth.dynamicresources.cel.DerivedAttribute;
import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.Taint;
import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, or one alternative of it. Parsed once; immutable.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go requestAccessor, validateDeviceRequest, v1.37.2.
 */
final class Wish {

  /** How many devices. */
  enum Mode {
    EXACT_COUNT,
    ALL,
    UNKNOWN
  }

  /** Its number among all of the claim. */
  final int number;
  final String name;
  /** As results call it: an alternative has its request's name before its own. */
  final String fullName;
  final String className;
  final Mode mode;
  final String modeText;
  final long count;
  final boolean adminAccess;
  final boolean setsAdminAccess;
  final CompiledSelector[] selectors;
  final List<DeviceToleration> tolerations;
  /** The amounts asked for; empty if there are none. */
  final Map<String, ExactQuantity> capacity;
  final Map<String, DerivedAttribute> derived;
  final @Nullable String error;
  private final boolean hasCapacity;

  private Wish(int number, String parent, DeviceSubRequest from, @Nullable Boolean admin, Parsing parsing) {
    this.number = number;
    this.name = orEmpty(from.getName());
    this.fullName = parent.isEmpty() ? name : parent + "/" + name;
    this.className = orEmpty(from.getDeviceClassName());
    this.modeText = orEmpty(from.getAllocationMode());
    this.mode = modeText.equals("ExactCount") ? Mode.EXACT_COUNT : modeText.equals("All") ? Mode.ALL : Mode.UNKNOWN;
    this.count = from.getCount() == null ? 0 : from.getCount();
    this.adminAccess = Boolean.TRUE.equals(admin);
    this.setsAdminAccess = admin != null;
    this.tolerations = from.getTolerations() == null ? List.of() : from.getTolerations();
    this.hasCapacity = from.getCapacity() != null;
    this.capacity = amounts(from.getCapacity());
    this.selectors = ParsedClass.compile(from.getSelectors(), parsing.cel);
    this.derived = derived(from.getDerivedAttributes(), parsing.cel);
    this.error = problem(parsing, from);
  }

  /** What parsing needs to know. */
  record Parsing(String claim, Features features, CelCompiler cel) {}

  static Wish exactly(int number, DeviceRequest request, Parsing parsing) {
    ExactDeviceRequest exactly = request.getExactly() == null ? new ExactDeviceRequest() : request.getExactly();
    DeviceSubRequest same = new DeviceSubRequest();
    same.setName(request.getName());
    same.setDeviceClassName(exactly.getDeviceClassName());
    same.setAllocationMode(exactly.getAllocationMode());
    same.setCount(exactly.getCount());
    same.setTolerations(exactly.getTolerations());
    same.setCapacity(exactly.getCapacity());
    same.setSelectors(exactly.getSelectors());
    same.setDerivedAttributes(exactly.getDerivedAttributes());
    return new Wish(number, "", same, exactly.getAdminAccess(), parsing);
  }

  static Wish alternative(int number, DeviceRequest request, DeviceSubRequest alternative, Parsing parsing) {
    return new Wish(number, orEmpty(request.getName()), alternative, null, parsing);
  }

  private static Map<String, ExactQuantity> amounts(@Nullable CapacityRequirements capacity) {
    if (capacity == null || capacity.getRequests() == null || capacity.getRequests().isEmpty()) {
      return Map.of();
    }
    Map<String, ExactQuantity> amounts = new HashMap<>();
    capacity.getRequests().forEach((name, amount) -> amounts.put(name, ExactQuantity.of(amount)));
    return amounts;
  }

  private static Map<String, DerivedAttribute> derived(@Nullable List<DeviceDerivedAttribute> attributes, CelCompiler cel) {
    if (attributes == null || attributes.isEmpty()) {
      return Map.of();
    }
    Map<String, DerivedAttribute> derived = new HashMap<>();
    attributes.forEach(attribute -> derived.put(orEmpty(attribute.getName()),
        cel.derivedAttribute(orEmpty(attribute.getExpression()))));
    return derived;
  }

  private @Nullable String problem(Parsing parsing, DeviceSubRequest from) {
    String where = "claim " + parsing.claim + ", request " + name;
    if (!derived.isEmpty() && !parsing.features.derivedAttributes()) {
      return where + ": cannot handle request with derived attributes, the feature is disabled";
    }
    List<DeviceSelector> given = from.getSelectors() == null ? List.of() : from.getSelectors();
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).getCel() == null) {
        return where + ", selector #" + i + ": CEL expression empty (unsupported selector type?)";
      }
    }
    if (!parsing.features.adminAccess() && setsAdminAccess) {
      return where + ": admin access is requested, but the feature is disabled";
    }
    if (className.isEmpty()) {
      return where + ": missing device class name (unsupported request type?)";
    }
    return null;
  }

  boolean hasCapacity() {
    return hasCapacity;
  }

  /** Whether all taints of the device are tolerated. */
  boolean tolerates(Device device) {
    for (Taint taint : device.taints()) {
      boolean tolerated = false;
      for (int i = 0; i < tolerations.size() && !tolerated; i++) {
        tolerated = taint.toleratedBy(tolerations.get(i));
      }
      if (!tolerated) {
        return false;
      }
    }
    return true;
  }

  static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
