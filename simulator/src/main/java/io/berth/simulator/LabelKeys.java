package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Merges the pod's own values of {@code matchLabelKeys} and {@code mismatchLabelKeys} into the selectors of its affinity terms and spread
 * constraints. A term without a selector picks nothing and stays as it is. Pure.
 *
 * <p>Source: pkg/registry/core/pod/strategy.go (mutatePodAffinity, mutateTopologySpreadConstraints), v1.37.2.
 */
final class LabelKeys {
  private LabelKeys() {}

  /** Completes the spec, which is ours alone. */
  static void merge(PodSpec spec, Map<String, String> labels) {
    if (spec.getAffinity() != null) {
      spec.setAffinity(merged(spec.getAffinity(), labels));
    }
    spec.setTopologySpreadConstraints(spec.getTopologySpreadConstraints().stream().map(c -> merged(c, labels)).toList());
  }

  private static Affinity merged(Affinity original, Map<String, String> labels) {
    Affinity affinity = Beans.shallow(original);
    if (original.getPodAffinity() != null) {
      PodAffinity near = Beans.shallow(original.getPodAffinity());
      near.setRequiredDuringSchedulingIgnoredDuringExecution(
          required(near.getRequiredDuringSchedulingIgnoredDuringExecution(), labels));
      near.setPreferredDuringSchedulingIgnoredDuringExecution(
          preferred(near.getPreferredDuringSchedulingIgnoredDuringExecution(), labels));
      affinity.setPodAffinity(near);
    }
    if (original.getPodAntiAffinity() != null) {
      PodAntiAffinity apart = Beans.shallow(original.getPodAntiAffinity());
      apart.setRequiredDuringSchedulingIgnoredDuringExecution(
          required(apart.getRequiredDuringSchedulingIgnoredDuringExecution(), labels));
      apart.setPreferredDuringSchedulingIgnoredDuringExecution(
          preferred(apart.getPreferredDuringSchedulingIgnoredDuringExecution(), labels));
      affinity.setPodAntiAffinity(apart);
    }
    return affinity;
  }

  private static List<PodAffinityTerm> required(List<PodAffinityTerm> terms, Map<String, String> labels) {
    return terms.stream().map(term -> merged(term, labels)).toList();
  }

  private static List<WeightedPodAffinityTerm> preferred(List<WeightedPodAffinityTerm> terms, Map<String, String> labels) {
    return terms.stream()
        .map(term -> new WeightedPodAffinityTerm(merged(term.getPodAffinityTerm(), labels), term.getWeight()))
        .toList();
  }

  private static PodAffinityTerm merged(PodAffinityTerm original, Map<String, String> labels) {
    if (original.getLabelSelector() == null
        || (original.getMatchLabelKeys().isEmpty() && original.getMismatchLabelKeys().isEmpty())) {
      return original;
    }
    LabelSelector selector = with(original.getLabelSelector(), original.getMatchLabelKeys(), "In", labels);
    selector = with(selector, original.getMismatchLabelKeys(), "NotIn", labels);
    PodAffinityTerm term = Beans.shallow(original);
    term.setLabelSelector(selector);
    return term;
  }

  private static TopologySpreadConstraint merged(TopologySpreadConstraint original, Map<String, String> labels) {
    if (original.getLabelSelector() == null || original.getMatchLabelKeys().isEmpty()) {
      return original;
    }
    TopologySpreadConstraint constraint = Beans.shallow(original);
    constraint.setLabelSelector(with(original.getLabelSelector(), original.getMatchLabelKeys(), "In", labels));
    return constraint;
  }

  private static LabelSelector with(LabelSelector original, List<String> keys, String operator, Map<String, String> labels) {
    List<LabelSelectorRequirement> expressions = new ArrayList<>(original.getMatchExpressions());
    for (String key : keys) {
      String value = labels.get(key);
      if (value != null) {
        expressions.add(new LabelSelectorRequirement(key, operator, List.of(value)));
      }
    }
    LabelSelector selector = Beans.shallow(original);
    selector.setMatchExpressions(Collections.unmodifiableList(expressions));
    return selector;
  }
}
