package io.berth.framework;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which features are on. Immutable.
 *
 * <p>Source of names, defaults, maturity and what needs what: pkg/features/kube_features.go, v1.37.2.
 */
public final class FeatureGates {
  /** {@code matchLabelKeys} of topology spread constraints. */
  public static final Feature MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD = Feature.beta("MatchLabelKeysInPodTopologySpread", true);

  /** {@code nodeAffinityPolicy} and {@code nodeTaintsPolicy} of topology spread constraints. */
  public static final Feature NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD = Feature.locked("NodeInclusionPolicyInPodTopologySpread");

  /** Resize of running pods. */
  public static final Feature IN_PLACE_POD_VERTICAL_SCALING = Feature.locked("InPlacePodVerticalScaling");

  /** Resize of running pods' pod-level resources. */
  public static final Feature IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING = Feature.beta("InPlacePodLevelResourcesVerticalScaling", true);

  /** Requests and limits of a pod as a whole. */
  public static final Feature POD_LEVEL_RESOURCES = Feature.beta("PodLevelResources", true);

  /** Features that a node declares and a pod needs. */
  public static final Feature NODE_DECLARED_FEATURES = Feature.locked("NodeDeclaredFeatures");

  /** Tolerations that compare numbers. */
  public static final Feature TAINT_TOLERATION_COMPARISON_OPERATORS = Feature.alpha("TaintTolerationComparisonOperators");

  /** A pod in backoff is tried when no other pod is waiting. */
  public static final Feature SCHEDULER_POP_FROM_BACKOFF_Q = Feature.beta("SchedulerPopFromBackoffQ", true);

  /** Pre-hints narrow down the pods that an event may concern. */
  public static final Feature SCHEDULER_PRE_QUEUEING_HINTS = Feature.alpha("SchedulerPreQueueingHints");

  /** Claims of devices that are in use, for monitoring. */
  public static final Feature DRA_ADMIN_ACCESS = Feature.locked("DRAAdminAccess");

  /** Devices that several claims share, each with a part of the capacity. */
  public static final Feature DRA_CONSUMABLE_CAPACITY = Feature.beta("DRAConsumableCapacity", true);

  /** Attributes that a request computes from those of a device. */
  public static final Feature DRA_DERIVED_ATTRIBUTES = Feature.alpha("DRADerivedAttributes");

  /** Devices that are prepared between reservation and binding. */
  public static final Feature DRA_DEVICE_BINDING_CONDITIONS = Feature.beta("DRADeviceBindingConditions", true);

  /** Partitions of a device that exclude each other. */
  public static final Feature DRA_DEVICE_COMPATIBILITY_GROUPS = Feature.alpha("DRADeviceCompatibilityGroups");

  /** Rules that taint devices from outside of their slices. */
  public static final Feature DRA_DEVICE_TAINT_RULES = Feature.stable("DRADeviceTaintRules");

  /** Taints of devices, and tolerations of requests. */
  public static final Feature DRA_DEVICE_TAINTS = Feature.stable("DRADeviceTaints");

  /** Extended resources that a device class backs. */
  public static final Feature DRA_EXTENDED_RESOURCE = Feature.locked("DRAExtendedResource");

  /** Steps and bounds of capacity that are fractions; on by default only where nothing older than 1.37 has to be understood. */
  public static final Feature DRA_FRACTIONAL_CAPACITY_RANGE = Feature.beta("DRAFractionalCapacityRange", false);

  /** Attributes of devices that are lists. */
  public static final Feature DRA_LIST_TYPE_ATTRIBUTES = Feature.alpha("DRAListTypeAttributes");

  /** Devices that a node need not prepare. */
  public static final Feature DRA_OPTIONAL_NODE_OPERATIONS = Feature.alpha("DRAOptionalNodeOperations");

  /** Devices that draw on counters which they share. */
  public static final Feature DRA_PARTITIONABLE_DEVICES = Feature.beta("DRAPartitionableDevices", true);

  /** Requests with alternatives in order of preference. */
  public static final Feature DRA_PRIORITIZED_LIST = Feature.locked("DRAPrioritizedList");

  /** What drivers report of allocated devices. */
  public static final Feature DRA_RESOURCE_CLAIM_DEVICE_STATUS = Feature.locked("DRAResourceClaimDeviceStatus");

  /** A limit on the time of a search for devices on one node. */
  public static final Feature DRA_SCHEDULER_FILTER_TIMEOUT = Feature.beta("DRASchedulerFilterTimeout", true);

  /** Preemption for devices: KEP-5690, which no release of upstream has yet. */
  public static final Feature DRA_PREEMPTION = Feature.alpha("DRAPreemption");

  /** Claims of devices. */
  public static final Feature DYNAMIC_RESOURCE_ALLOCATION = Feature.locked("DynamicResourceAllocation");

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

  /** What a feature is no use without; whoever runs a scheduler cannot have the one on and the other off. */
  private static final Map<Feature, List<Feature>> NEEDS = needs();

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
   * Defaults changed by name. {@code AllAlpha} and {@code AllBeta} stand for all features of that maturity that are not named themselves.
   *
   * @throws IllegalArgumentException naming every gate that is not known, that is locked to its default and would change, or that would be
   *     on without another one that it needs
   */
  public static FeatureGates of(Map<String, Boolean> byName) {
    return new FeatureGates(GatesByName.resolve(byName, KNOWN, NEEDS));
  }

  /**
   * Defaults changed by text, as {@code --feature-gates} gives it: {@code NAME=true,NAME=false}, with blanks if one likes. The last one of a
   * name counts. The prefix {@code kube:} may stand before all names.
   *
   * @throws IllegalArgumentException naming everything that is no gate and its value, or else as {@link #of} does
   */
  public static FeatureGates parse(String text) {
    return of(GatesByName.read(text));
  }

  /** Whether the feature is on. */
  public boolean enabled(Feature feature) {
    return set.getOrDefault(feature, feature.enabledByDefault());
  }

  /**
   * The same gates with one changed; any feature may be given, so that modules bring their own. Nothing is refused here: a program may
   * switch off what is locked, to see how an older release would do, and nobody checks what a feature needs.
   */
  public FeatureGates with(Feature feature, boolean enabled) {
    Map<Feature, Boolean> changed = new LinkedHashMap<>(set);
    changed.put(feature, enabled);
    return new FeatureGates(changed);
  }

  private static Map<Feature, List<Feature>> needs() {
    Map<Feature, List<Feature>> needs = new LinkedHashMap<>();
    needs.put(
        IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING,
        List.of(IN_PLACE_POD_VERTICAL_SCALING, POD_LEVEL_RESOURCES, NODE_DECLARED_FEATURES));
    for (Feature feature :
        List.of(
            DRA_ADMIN_ACCESS,
            DRA_CONSUMABLE_CAPACITY,
            DRA_DERIVED_ATTRIBUTES,
            DRA_DEVICE_TAINTS,
            DRA_EXTENDED_RESOURCE,
            DRA_LIST_TYPE_ATTRIBUTES,
            DRA_PARTITIONABLE_DEVICES,
            DRA_PREEMPTION,
            DRA_PRIORITIZED_LIST,
            DRA_SCHEDULER_FILTER_TIMEOUT)) {
      needs.put(feature, List.of(DYNAMIC_RESOURCE_ALLOCATION));
    }
    needs.put(DRA_DEVICE_BINDING_CONDITIONS, List.of(DYNAMIC_RESOURCE_ALLOCATION, DRA_RESOURCE_CLAIM_DEVICE_STATUS));
    needs.put(DRA_DEVICE_COMPATIBILITY_GROUPS, List.of(DYNAMIC_RESOURCE_ALLOCATION, DRA_PARTITIONABLE_DEVICES));
    needs.put(DRA_DEVICE_TAINT_RULES, List.of(DRA_DEVICE_TAINTS));
    needs.put(DRA_FRACTIONAL_CAPACITY_RANGE, List.of(DRA_CONSUMABLE_CAPACITY));
    needs.put(DRA_OPTIONAL_NODE_OPERATIONS, List.of(DYNAMIC_RESOURCE_ALLOCATION, NODE_DECLARED_FEATURES));
    return needs;
  }
}
