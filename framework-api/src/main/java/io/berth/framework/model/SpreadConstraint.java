package io.berth.framework.model;

import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A compiled topology spread constraint of a pod, with defaults filled in.
 *
 * <p>Source: pkg/scheduler/framework/plugins/podtopologyspread/common.go, v1.37.2.
 *
 * @param maxSkew by how many pods domains may differ
 * @param topologyKey the node label whose values make the domains
 * @param whenUnsatisfiable {@link #DO_NOT_SCHEDULE} or {@link #SCHEDULE_ANYWAY}
 * @param selector which pods are counted, by the label selector alone
 * @param mergedSelector {@code selector}, and the pod's labels that {@code matchLabelKeys} names (gate
 *     MatchLabelKeysInPodTopologySpread)
 * @param minDomains how many domains there should be; 1 if not given
 * @param honorNodeAffinity whether only nodes count that the pod's node affinity admits; true if not given (gate
 *     NodeInclusionPolicyInPodTopologySpread; true without it)
 * @param honorNodeTaints whether only nodes count whose taints the pod tolerates; false if not given (same gate; false
 *     without it)
 * @param parseError why the label selector is invalid, in upstream's words; the selectors then match nothing
 */
public record SpreadConstraint(
    int maxSkew,
    String topologyKey,
    String whenUnsatisfiable,
    Selector selector,
    Selector mergedSelector,
    int minDomains,
    boolean honorNodeAffinity,
    boolean honorNodeTaints,
    @Nullable String parseError) {

  /** A node that breaks the constraint is no choice. */
  public static final String DO_NOT_SCHEDULE = "DoNotSchedule";

  /** A node that breaks the constraint is a worse choice. */
  public static final String SCHEDULE_ANYWAY = "ScheduleAnyway";

  static List<SpreadConstraint> listOf(
      @Nullable List<TopologySpreadConstraint> constraints, Map<String, String> podLabels) {
    if (constraints == null || constraints.isEmpty()) {
      return List.of();
    }
    List<SpreadConstraint> compiled = new ArrayList<>(constraints.size());
    constraints.forEach(constraint -> compiled.add(of(constraint, podLabels)));
    return List.copyOf(compiled);
  }

  private static SpreadConstraint of(TopologySpreadConstraint constraint, Map<String, String> podLabels) {
    Selector selector = Selector.nothing();
    String error = null;
    try {
      selector = Selector.of(constraint.getLabelSelector());
    } catch (SelectorException e) {
      error = e.getMessage();
    }
    return new SpreadConstraint(
        constraint.getMaxSkew() == null ? 0 : constraint.getMaxSkew(),
        orEmpty(constraint.getTopologyKey()),
        orEmpty(constraint.getWhenUnsatisfiable()),
        selector,
        selector.withLabels(matchLabels(constraint.getMatchLabelKeys(), podLabels)),
        constraint.getMinDomains() == null ? 1 : constraint.getMinDomains(),
        constraint.getNodeAffinityPolicy() == null || constraint.getNodeAffinityPolicy().equals("Honor"),
        "Honor".equals(constraint.getNodeTaintsPolicy()),
        error);
  }

  private static Map<String, String> matchLabels(@Nullable List<String> keys, Map<String, String> podLabels) {
    if (keys == null || keys.isEmpty()) {
      return Map.of();
    }
    Map<String, String> labels = new TreeMap<>();
    for (String key : keys) {
      String value = podLabels.get(key);
      if (value != null) {
        labels.put(key, value);
      }
    }
    return labels;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
