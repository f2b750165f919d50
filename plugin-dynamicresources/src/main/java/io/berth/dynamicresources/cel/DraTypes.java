package io.berth.dynamicresources.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The types that expressions over devices have beside the standard ones. */
final class DraTypes implements CelTypeProvider {

  static final String DEVICE_VARIABLE = "device";
  static final String DRIVER = "driver";
  static final String ATTRIBUTES = "attributes";
  static final String CAPACITY = "capacity";
  static final String ALLOW_MULTIPLE_ALLOCATIONS = "allowMultipleAllocations";
  static final Set<String> DEVICE_FIELDS = Set.of(DRIVER, ATTRIBUTES, CAPACITY, ALLOW_MULTIPLE_ALLOCATIONS);

  static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
  static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
  static final OpaqueType IP = OpaqueType.create("net.IP");
  static final OpaqueType CIDR = OpaqueType.create("net.CIDR");
  static final CelType URL = OpaqueType.create("kubernetes.URL");
  static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");

  private static final String DEVICE_TYPE = "kubernetes.DRADevice";

  static final CelType DEVICE_REFERENCE = StructTypeReference.create(DEVICE_TYPE);

  private final CelType attribute;
  private final StructType device;

  DraTypes(CelFeatures features) {
    attribute = features.listTypeAttributes() ? SimpleType.DYN : SimpleType.ANY;
    Map<String, CelType> fields = new LinkedHashMap<>();
    fields.put(DRIVER, SimpleType.STRING);
    fields.put(ATTRIBUTES, byDomain(attribute));
    fields.put(CAPACITY, byDomain(QUANTITY));
    if (features.consumableCapacity()) {
      fields.put(ALLOW_MULTIPLE_ALLOCATIONS, SimpleType.BOOL);
    }
    device = StructType.create(DEVICE_TYPE, ImmutableSet.copyOf(fields.keySet()), name -> Optional.ofNullable(fields.get(name)));
  }

  private static CelType byDomain(CelType value) {
    return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
  }

  /** The type of an attribute's value: not known before evaluation. */
  CelType attribute() {
    return attribute;
  }

  /** The type of the variable {@code device}. */
  StructType device() {
    return device;
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return ImmutableList.of(device, IP, CIDR);
  }

  @Override
  public Optional<CelType> findType(String name) {
    return types().stream().filter(type -> type.name().equals(name)).findFirst();
  }
}
