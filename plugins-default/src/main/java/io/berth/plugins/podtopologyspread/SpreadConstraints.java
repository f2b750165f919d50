package io.berth.plugins.podtopologyspread;

import io.berth.framework.FeatureGates;
import io.berth.framework.model.PodInfo;
import io.berth.framework.model.SpreadConstraint;
import io.berth.framework.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a pod: its own, or the default ones.
 *
 * <p>Source: pkg/scheduler/framework/plugins/podtopologyspread/common.go and plugin.go getConstraints, v1.37.2.
 */
final class SpreadConstraints {
  private final List<DefaultConstraint> defaults;
  private final @Nullable DefaultSelector defaultSelector;
  private final boolean matchLabelKeys;
  private final boolean inclusionPolicies;

  /**
   * How pods' constraints are read.
   *
   * @param defaultSelector {@code null} when there are no default constraints
   */
  SpreadConstraints(
      List<DefaultConstraint> defaults, @Nullable DefaultSelector defaultSelector, FeatureGates gates) {
    this.defaults = defaults;
    this.defaultSelector = defaultSelector;
    this.matchLabelKeys = gates.enabled(FeatureGates.MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD);
    this.inclusionPolicies = gates.enabled(FeatureGates.NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD);
  }

  /**
   * What a node must meet.
   *
   * @throws IllegalArgumentException when the selector of one of them is invalid, with upstream's words
   */
  List<Constraint> hard(PodInfo pod) {
    return of(pod, SpreadConstraint.DO_NOT_SCHEDULE, "obtaining pod's hard topology spread constraints: ");
  }

  /**
   * What nodes are ranked by.
   *
   * @throws IllegalArgumentException when the selector of one of them is invalid, with upstream's words
   */
  List<Constraint> soft(PodInfo pod) {
    return of(pod, SpreadConstraint.SCHEDULE_ANYWAY, "obtaining pod's soft topology spread constraints: ");
  }

  private List<Constraint> of(PodInfo pod, String action, String failure) {
    List<SpreadConstraint> own = pod.topologySpreadConstraints();
    if (own.isEmpty()) {
      return defaults(pod, action);
    }
    List<Constraint> found = new ArrayList<>(own.size());
    for (SpreadConstraint constraint : own) {
      if (constraint.whenUnsatisfiable().equals(action)) {
        if (constraint.parseError() != null) {
          throw new IllegalArgumentException(failure + constraint.parseError());
        }
        found.add(
            new Constraint(
                constraint.maxSkew(),
                constraint.topologyKey(),
                matchLabelKeys ? constraint.mergedSelector() : constraint.selector(),
                constraint.minDomains(),
                !inclusionPolicies || constraint.honorNodeAffinity(),
                inclusionPolicies && constraint.honorNodeTaints()));
      }
    }
    return found;
  }

  private List<Constraint> defaults(PodInfo pod, String action) {
    List<Constraint> found = new ArrayList<>(defaults.size());
    for (DefaultConstraint constraint : defaults) {
      if (constraint.whenUnsatisfiable().equals(action)) {
        found.add(
            new Constraint(
                constraint.maxSkew(),
                constraint.topologyKey(),
                Selector.nothing(),
                constraint.minDomains() == null ? 1 : constraint.minDomains(),
                !inclusionPolicies || !"Ignore".equals(constraint.nodeAffinityPolicy()),
                inclusionPolicies && "Honor".equals(constraint.nodeTaintsPolicy())));
      }
    }
    if (found.isEmpty() || defaultSelector == null) {
      return List.of();
    }
    Selector selector = defaultSelector.of(pod);
    if (selector.isEverything()) {
      return List.of();
    }
    found.replaceAll(constraint -> constraint.withSelector(selector));
    return found;
  }
}
