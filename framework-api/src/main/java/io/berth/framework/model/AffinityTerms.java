package io.berth.framework.model;

import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pod affinity and anti-affinity terms of a pod. A list in which a term is invalid is empty, and the error says why.
 *
 * <p>Source: pkg/scheduler/framework/types.go NewPodInfo, v1.37.2.
 */
record AffinityTerms(
    List<AffinityTerm> required,
    List<AffinityTerm> requiredAnti,
    List<WeightedAffinityTerm> preferred,
    List<WeightedAffinityTerm> preferredAnti,
    boolean hasRequiredAnti,
    @Nullable String parseError) {

  static final AffinityTerms NONE = new AffinityTerms(List.of(), List.of(), List.of(), List.of(), false, null);

  /** {@link #NONE} if, and only if, the pod has neither affinity nor anti-affinity. */
  static AffinityTerms of(String namespace, @Nullable Affinity affinity) {
    PodAffinity with = affinity == null ? null : affinity.getPodAffinity();
    PodAntiAffinity apart = affinity == null ? null : affinity.getPodAntiAffinity();
    if (with == null && apart == null) {
      return NONE;
    }
    List<String> errors = new ArrayList<>(0);
    List<PodAffinityTerm> anti = apart == null ? null : apart.getRequiredDuringSchedulingIgnoredDuringExecution();
    List<AffinityTerm> required = terms("requiredAffinityTerms", namespace,
        with == null ? null : with.getRequiredDuringSchedulingIgnoredDuringExecution(), errors);
    List<AffinityTerm> requiredAnti = terms("requiredAntiAffinityTerms", namespace, anti, errors);
    List<WeightedAffinityTerm> preferred = weighted("preferredAffinityTerms", namespace,
        with == null ? null : with.getPreferredDuringSchedulingIgnoredDuringExecution(), errors);
    List<WeightedAffinityTerm> preferredAnti = weighted("preferredAntiAffinityTerms", namespace,
        apart == null ? null : apart.getPreferredDuringSchedulingIgnoredDuringExecution(), errors);
    return new AffinityTerms(required, requiredAnti, preferred, preferredAnti, anti != null && !anti.isEmpty(),
        errors.isEmpty() ? null : errors.size() == 1 ? errors.get(0) : "[" + String.join(", ", errors) + "]");
  }

  private static List<AffinityTerm> terms(
      String what, String namespace, @Nullable List<PodAffinityTerm> given, List<String> errors) {
    if (given == null || given.isEmpty()) {
      return List.of();
    }
    try {
      return given.stream().map(term -> AffinityTerm.of(namespace, term)).toList();
    } catch (SelectorException e) {
      errors.add(what + ": " + e.getMessage());
      return List.of();
    }
  }

  private static List<WeightedAffinityTerm> weighted(
      String what, String namespace, @Nullable List<WeightedPodAffinityTerm> given, List<String> errors) {
    if (given == null || given.isEmpty()) {
      return List.of();
    }
    try {
      List<WeightedAffinityTerm> terms = new ArrayList<>(given.size());
      for (WeightedPodAffinityTerm weighted : given) {
        PodAffinityTerm term = weighted.getPodAffinityTerm() == null ? new PodAffinityTerm() : weighted.getPodAffinityTerm();
        terms.add(new WeightedAffinityTerm(
            AffinityTerm.of(namespace, term), weighted.getWeight() == null ? 0 : weighted.getWeight()));
      }
      return List.copyOf(terms);
    } catch (SelectorException e) {
      errors.add(what + ": " + e.getMessage());
      return List.of();
    }
  }
}
