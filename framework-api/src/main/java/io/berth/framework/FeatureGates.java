package io.berth.framework;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which features are on. Immutable.
 *
 * <p>Source of names and defaults: pkg/features/kube_features.go, v1.37.2.
 */
public final class FeatureGates {
  /** {@code matchLabelKeys} of topology spread constraints. */
  public static final Feature MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD =
      new Feature("MatchLabelKeysInPodTopologySpread", true);

  /** {@code nodeAffinityPolicy} and {@code nodeTaintsPolicy} of topology spread constraints. */
  public static final Feature NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD =
      new Feature("NodeInclusionPolicyInPodTopologySpread", true);

  /** Resize of running pods. */
  public static final Feature IN_PLACE_POD_VERTICAL_SCALING = new Feature("InPlacePodVerticalScaling", true);

  /** Resize of running pods' pod-level resources. */
  public static final Feature IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING =
      new Feature("InPlacePodLevelResourcesVerticalScaling", true);

  /** Requests and limits of a pod as a whole. */
  public static final Feature POD_LEVEL_RESOURCES = new Feature("PodLevelResources", true);

  /** Features that a node declares and a pod needs. */
  public static final Feature NODE_DECLARED_FEATURES = new Feature("NodeDeclaredFeatures", true);

  /** Tolerations that compare numbers. */
  public static final Feature TAINT_TOLERATION_COMPARISON_OPERATORS =
      new Feature("TaintTolerationComparisonOperators", false);

  /** A pod in backoff is tried when no other pod is waiting. */
  public static final Feature SCHEDULER_POP_FROM_BACKOFF_Q = new Feature("SchedulerPopFromBackoffQ", true);

  /** Pre-hints narrow down the pods that an event may concern. */
  public static final Feature SCHEDULER_PRE_QUEUEING_HINTS = new Feature("SchedulerPreQueueingHints", false);

  /** Claims of devices that are in use, for monitoring. */
  public static final Feature DRA_ADMIN_ACCESS = new Feature("DRAAdminAccess", true);

  /** Devices that several claims share, each with a part of the capacity. */
  public static final Feature DRA_CONSUMABLE_CAPACITY = new Feature("DRAConsumableCapacity", true);

  /** Attributes that a request computes from those of a device. */
  public static final Feature DRA_DERIVED_ATTRIBUTES = new Feature("DRADerivedAttributes", false);

  /** Devices that are prepared between reservation and binding. */
  public static final Feature DRA_DEVICE_BINDING_CONDITIONS = new Feature("DRADeviceBindingConditions", true);

  /** Partitions of a device that exclude each other. */
  public static final Feature DRA_DEVICE_COMPATIBILITY_GROUPS = new Feature("DRADeviceCompatibilityGroups", false);

  /** Rules that taint devices from outside of their slices. */
  public static final Feature DRA_DEVICE_TAINT_RULES = new Feature("DRADeviceTaintRules", true);

  /** Taints of devices, and tolerations of requests. */
  public static final Feature DRA_DEVICE_TAINTS = new Feature("DRADeviceTaints", true);

  /** Extended resources that a device class backs. */
  public static final Feature DRA_EXTENDED_RESOURCE = new Feature("DRAExtendedResource", true);

  /** Steps and bounds of capacity that are fractions; on by default only where nothing older than 1.37 has to be understood. */
  public static final Feature DRA_FRACTIONAL_CAPACITY_RANGE = new Feature("DRAFractionalCapacityRange", false);

  /** Attributes of devices that are lists. */
  public static final Feature DRA_LIST_TYPE_ATTRIBUTES = new Feature("DRAListTypeAttributes", false);

  /** Devices that a node need not prepare. */
  public static final Feature DRA_OPTIONAL_NODE_OPERATIONS = new Feature("DRAOptionalNodeOperations", false);

  /** Devices that draw on counters which they share. */
  public static final Feature DRA_PARTITIONABLE_DEVICES = new Feature("DRAPartitionableDevices", true);

  /** Requests with alternatives in order of preference. */
  public static final Feature DRA_PRIORITIZED_LIST = new Feature("DRAPrioritizedList", true);

  /** What drivers report of allocated devices. */
  public static final Feature DRA_RESOURCE_CLAIM_DEVICE_STATUS = new Feature("DRAResourceClaimDeviceStatus", true);

  /** A limit on the time of a search for devices on one node. */
  public static final Feature DRA_SCHEDULER_FILTER_TIMEOUT = new Feature("DRASchedulerFilterTimeout", true);

  /** Preemption for devices: KEP-5690, which no release of upstream has yet. */
  public static final Feature DRA_PREEMPTION = new Feature("DRAPreemption", false);

  /** Claims of devices. */
  public static final Feature DYNAMIC_RESOURCE_ALLOCATION = new Feature("DynamicResourceAllocation", true);

  private static final List<Feature> KNOWN =
      List.of(
          MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD,
          NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD,
          IN_PLACE_POD_VERTICAL_SCALING,
          IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING,
          POD_LEVEL_RESOURCES,
          NODE_DECLARED_FEATURES,
          TAINT_TOLERATION_COMPARISON_OPERATORS,
          SCHEDULER_POP_FROM_BACKOFF_Q,
          SCHEDULER_PRE_QUEUEING_HINTS,
          DRA_ADMIN_ACCESS,
          DRA_CONSUMABLE_CAPACITY,
          DRA_DERIVED_ATTRIBUTES,
          DRA_DEVICE_BINDING_CONDITIONS,
          DRA_DEVICE_COMPATIBILITY_GROUPS,
          DRA_DEVICE_TAINT_RULES,
          DRA_DEVICE_TAINTS,
          DRA_EXTENDED_RESOURCE,
          DRA_FRACTIONAL_CAPACITY_RANGE,
          DRA_LIST_TYPE_ATTRIBUTES,
          DRA_OPTIONAL_NODE_OPERATIONS,
          DRA_PARTITIONABLE_DEVICES,
          DRA_PRIORITIZED_LIST,
          DRA_RESOURCE_CLAIM_DEVICE_STATUS,
          DRA_SCHEDULER_FILTER_TIMEOUT,
          DRA_PREEMPTION,
          DYNAMIC_RESOURCE_ALLOCATION);

  private static final FeatureGates DEFAULTS = new FeatureGates(Map.of());

  private final Map<Feature, Boolean> set;

  private FeatureGates(Map<Feature, Boolean> set) {
    this.set = Map.copyOf(set);
  }

  /** Every gate at its default. */
  public static FeatureGates defaults() {
    return DEFAULTS;
  }

  /** The gates that can be set by name. */
  public static List<Feature> known() {
    return KNOWN;
  }

  /**
   * Defaults changed by name, as {@code --feature-gates} gives them.
   *
   * @throws IllegalArgumentException naming every unknown gate, and the known ones
   */
  public static FeatureGates of(Map<String, Boolean> byName) {
    Map<String, Feature> known = new TreeMap<>();
    KNOWN.forEach(feature -> known.put(feature.name(), feature));
    List<String> unknown = byName.keySet().stream().filter(name -> !known.containsKey(name)).sorted().toList();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown feature gates: " + String.join(", ", unknown) + "; known: " + String.join(", ", known.keySet()));
    }
    return new FeatureGates(
        byName.entrySet().stream().collect(Collectors.toMap(e -> known.get(e.getKey()), Map.Entry::getValue)));
  }

  /** Whether the feature is on. */
  public boolean enabled(Feature feature) {
    return set.getOrDefault(feature, feature.enabledByDefault());
  }

  /** The same gates with one changed; any feature may be given, so that modules bring their own. */
  public FeatureGates with(Feature feature, boolean enabled) {
    Map<Feature, Boolean> changed = new LinkedHashMap<>(set);
    changed.put(feature, enabled);
    return new FeatureGates(changed);
  }
}
