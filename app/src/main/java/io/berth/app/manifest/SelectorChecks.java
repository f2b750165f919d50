package io.berth.app.manifest;

import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of selectors of pods, and of the constraints by which they are spread. A key that is in both {@code
 * matchLabelKeys} and the selector is let pass: an API server puts it there itself.
 *
 * <p>Source: pkg/apis/core/validation/validation.go validateTopologySpreadConstraints, validateLabelKeys, v1.37.2.
 */
final class SelectorChecks {

  private static final String NEEDED = "DoNotSchedule";
  private static final Set<String> UNSATISFIABLE = Set.of(NEEDED, "ScheduleAnyway");
  private static final Set<String> POLICIES = Set.of("Honor", "Ignore");

  private final PodSpecChecks.Told told;

  SelectorChecks(PodSpecChecks.Told told) {
    this.told = told;
  }

  void spread(String field, List<TopologySpreadConstraint> constraints) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < constraints.size(); i++) {
      TopologySpreadConstraint constraint = constraints.get(i);
      String at = field + "[" + i + "]";
      String kind = constraint.getWhenUnsatisfiable();
      PodSpecChecks.word(told, at + ".whenUnsatisfiable", kind, UNSATISFIABLE);
      selector(at + ".labelSelector", constraint.getLabelSelector());
      matchedKeys(at + ".matchLabelKeys", constraint.getMatchLabelKeys(), constraint.getLabelSelector());
      atLeastOne(at + ".maxSkew", constraint.getMaxSkew());
      atLeastOne(at + ".minDomains", constraint.getMinDomains());
      if (constraint.getMinDomains() != null && !NEEDED.equals(kind)) {
        told.wrong(at + ".minDomains", "is given", "leave it out, or give whenUnsatisfiable " + NEEDED);
      }
      PodSpecChecks.word(told, at + ".nodeAffinityPolicy", constraint.getNodeAffinityPolicy(), POLICIES);
      PodSpecChecks.word(told, at + ".nodeTaintsPolicy", constraint.getNodeTaintsPolicy(), POLICIES);
      if (!seen.add(constraint.getTopologyKey() + " " + kind)) {
        told.wrong(at, "\"" + constraint.getTopologyKey() + "\" with " + kind + " is there twice", "remove one of them");
      }
    }
  }

  /** A label selector, if there is one. */
  void selector(String field, @Nullable LabelSelector selector) {
    try {
      Selector.of(selector);
    } catch (SelectorException e) {
      told.wrong(field, "is no valid selector (" + e.getMessage() + ")", "correct it");
    }
  }

  /** Keys of the pod's own labels that a selector is to be completed with. */
  void matchedKeys(String field, List<String> keys, @Nullable LabelSelector selector) {
    if (!keys.isEmpty() && selector == null) {
      told.wrong(field, "is given without a labelSelector", "give one, or leave it out");
    }
    for (int i = 0; i < keys.size(); i++) {
      new TaintChecks(told).key(field + "[" + i + "]", keys.get(i));
    }
  }

  private void atLeastOne(String field, @Nullable Integer number) {
    if (number != null && number < 1) {
      told.wrong(field, number + " is too small", "give 1 or more");
    }
  }
}
