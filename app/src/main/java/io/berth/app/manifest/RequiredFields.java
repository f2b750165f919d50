package io.berth.app.manifest;

import java.util.Map;
import java.util.Set;

/**
 * Fields without which an API server refuses an object, and which the code behind the reader may therefore take for granted. Only what
 * scheduling looks at.
 *
 * <p>Source: pkg/apis/core/validation/validation.go, v1.37.2.
 */
final class RequiredFields {

  private static final Map<String, Set<String>> BY_TYPE =
      Map.ofEntries(
          Map.entry("Container", Set.of("name")),
          Map.entry("ContainerPort", Set.of("containerPort")),
          Map.entry("ContainerStatus", Set.of("name")),
          Map.entry("EphemeralContainer", Set.of("name")),
          Map.entry("LabelSelectorRequirement", Set.of("key", "operator")),
          Map.entry("NodeCondition", Set.of("status", "type")),
          Map.entry("NodeSelector", Set.of("nodeSelectorTerms")),
          Map.entry("NodeSelectorRequirement", Set.of("key", "operator")),
          Map.entry("OwnerReference", Set.of("kind", "name")),
          Map.entry("PersistentVolumeClaimVolumeSource", Set.of("claimName")),
          Map.entry("PodAffinityTerm", Set.of("topologyKey")),
          Map.entry("PodCondition", Set.of("status", "type")),
          Map.entry("PodResourceClaim", Set.of("name")),
          Map.entry("PodSchedulingGate", Set.of("name")),
          Map.entry("PreferredSchedulingTerm", Set.of("preference", "weight")),
          Map.entry("Taint", Set.of("effect", "key")),
          Map.entry("TopologySpreadConstraint", Set.of("maxSkew", "topologyKey", "whenUnsatisfiable")),
          Map.entry("Volume", Set.of("name")),
          Map.entry("WeightedPodAffinityTerm", Set.of("podAffinityTerm", "weight")));

  private RequiredFields() {}

  static Set<String> of(Class<?> type) {
    return BY_TYPE.getOrDefault(type.getSimpleName(), Set.of());
  }
}
