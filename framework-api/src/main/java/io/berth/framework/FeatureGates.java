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
  /** Pods of namespaced terms and constraints are read from the API server's merged keys. */
  public static final Feature MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD =
      new Feature("MatchLabelKeysInPodTopologySpread", true);

  /** nodeAffinityPolicy and nodeTaintsPolicy of topology spread constraints. */
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
          SCHEDULER_PRE_QUEUEING_HINTS);

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
