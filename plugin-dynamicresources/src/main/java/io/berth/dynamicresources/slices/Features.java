package io.berth.dynamicresources.slices;

import io.berth.framework.FeatureGates;
import java.util.function.Predicate;

/**
 * Which optional parts of allocation are on.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/structured/internal/types.go Features, v1.37.2.
 *
 * @param adminAccess devices in use may be claimed for monitoring
 * @param compatibilityGroups partitions of a device may exclude each other
 * @param consumableCapacity several claims may share a device, each with a part of its capacity
 * @param derivedAttributes requests may compute attributes
 * @param deviceBindingAndStatus devices may have to be prepared before binding (two gates: both must be on)
 * @param deviceTaints taints of devices count
 * @param fractionalCapacityRange steps and bounds of capacity may be fractions
 * @param listTypeAttributes attributes may be lists
 * @param optionalNodeOperations devices may be used that a node need not prepare
 * @param partitionableDevices devices may draw on shared counters
 * @param prioritizedList requests may have alternatives
 */
public record Features(
    boolean adminAccess,
    boolean compatibilityGroups,
    boolean consumableCapacity,
    boolean derivedAttributes,
    boolean deviceBindingAndStatus,
    boolean deviceTaints,
    boolean fractionalCapacityRange,
    boolean listTypeAttributes,
    boolean optionalNodeOperations,
    boolean partitionableDevices,
    boolean prioritizedList) {

  /** The name of the one part that needs two gates. */
  public static final String BINDING_AND_STATUS = "DRADeviceBindingConditions+DRAResourceClaimDeviceStatus";

  /** Everything on. */
  public static final Features ALL = named(name -> true);

  /** Everything off. */
  public static final Features NONE = named(name -> false);

  /** What the gates say. */
  public static Features of(FeatureGates gates) {
    return new Features(
        gates.enabled(FeatureGates.DRA_ADMIN_ACCESS),
        gates.enabled(FeatureGates.DRA_DEVICE_COMPATIBILITY_GROUPS),
        gates.enabled(FeatureGates.DRA_CONSUMABLE_CAPACITY),
        gates.enabled(FeatureGates.DRA_DERIVED_ATTRIBUTES),
        gates.enabled(FeatureGates.DRA_DEVICE_BINDING_CONDITIONS) && gates.enabled(FeatureGates.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
        gates.enabled(FeatureGates.DRA_DEVICE_TAINTS),
        gates.enabled(FeatureGates.DRA_FRACTIONAL_CAPACITY_RANGE),
        gates.enabled(FeatureGates.DRA_LIST_TYPE_ATTRIBUTES),
        gates.enabled(FeatureGates.DRA_OPTIONAL_NODE_OPERATIONS),
        gates.enabled(FeatureGates.DRA_PARTITIONABLE_DEVICES),
        gates.enabled(FeatureGates.DRA_PRIORITIZED_LIST));
  }

  /** By upstream's names; {@link #BINDING_AND_STATUS} is the one with two gates. */
  public static Features named(Predicate<String> enabled) {
    return new Features(
        enabled.test("DRAAdminAccess"),
        enabled.test("DRADeviceCompatibilityGroups"),
        enabled.test("DRAConsumableCapacity"),
        enabled.test("DRADerivedAttributes"),
        enabled.test(BINDING_AND_STATUS),
        enabled.test("DRADeviceTaints"),
        enabled.test("DRAFractionalCapacityRange"),
        enabled.test("DRAListTypeAttributes"),
        enabled.test("DRAOptionalNodeOperations"),
        enabled.test("DRAPartitionableDevices"),
        enabled.test("DRAPrioritizedList"));
  }
}
