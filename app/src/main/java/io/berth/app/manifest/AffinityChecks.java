package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of affinity to nodes and pods. Values of labels are not looked at: they match nothing.
 *
 * <p>Source: pkg/apis/core/validation/validation.go validateNodeAffinity, validatePodAffinityTerm, ValidateNodeSelectorTerm, v1.37.2.
 */
final class AffinityChecks {

  private static final Set<String> NODE_OPERATORS = Set.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  private static final Set<String> FIELD_OPERATORS = Set.of("In", "NotIn");
  private static final Set<String> FIELDS = Set.of("metadata.name");
  private static final int MOST_WEIGHT = 100;

  private final PodSpecChecks.Told told;
  private final SelectorChecks selectors;
  private final TaintChecks labels;

  AffinityChecks(PodSpecChecks.Told told) {
    this.told = told;
    selectors = new SelectorChecks(told);
    labels = new TaintChecks(told);
  }

  void affinity(String field, Affinity affinity) {
    if (affinity.getNodeAffinity() != null) {
      nodeAffinity(field + ".nodeAffinity", affinity.getNodeAffinity());
    }
    if (affinity.getPodAffinity() != null) {
      var pods = affinity.getPodAffinity();
      terms(
          field + ".podAffinity",
          pods.getRequiredDuringSchedulingIgnoredDuringExecution(),
          pods.getPreferredDuringSchedulingIgnoredDuringExecution());
    }
    if (affinity.getPodAntiAffinity() != null) {
      var pods = affinity.getPodAntiAffinity();
      terms(
          field + ".podAntiAffinity",
          pods.getRequiredDuringSchedulingIgnoredDuringExecution(),
          pods.getPreferredDuringSchedulingIgnoredDuringExecution());
    }
  }

  private void terms(String field, List<PodAffinityTerm> required, List<WeightedPodAffinityTerm> preferred) {
    int index = 0;
    for (PodAffinityTerm term : required) {
      term(field + ".requiredDuringSchedulingIgnoredDuringExecution[" + index++ + "]", term);
    }
    index = 0;
    for (WeightedPodAffinityTerm term : preferred) {
      weight(field + ".preferredDuringSchedulingIgnoredDuringExecution[" + index + "].weight", term.getWeight());
      if (term.getPodAffinityTerm() != null) {
        term(field + ".preferredDuringSchedulingIgnoredDuringExecution[" + index + "].podAffinityTerm", term.getPodAffinityTerm());
      }
      index++;
    }
  }

  private void term(String field, PodAffinityTerm term) {
    selectors.selector(field + ".labelSelector", term.getLabelSelector());
    selectors.selector(field + ".namespaceSelector", term.getNamespaceSelector());
    labels.key(field + ".topologyKey", term.getTopologyKey());
    selectors.matchedKeys(field + ".matchLabelKeys", term.getMatchLabelKeys(), term.getLabelSelector());
    selectors.matchedKeys(field + ".mismatchLabelKeys", term.getMismatchLabelKeys(), term.getLabelSelector());
  }

  private void nodeAffinity(String field, NodeAffinity affinity) {
    int index = 0;
    if (affinity.getRequiredDuringSchedulingIgnoredDuringExecution() != null) {
      var required = affinity.getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms();
      expect(!required.isEmpty(), field + ".requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms", "is empty", "give at least one");
      for (NodeSelectorTerm term : required) {
        nodeTerm(field + ".requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[" + index++ + "]", term);
      }
    }
    index = 0;
    for (PreferredSchedulingTerm term : affinity.getPreferredDuringSchedulingIgnoredDuringExecution()) {
      weight(field + ".preferredDuringSchedulingIgnoredDuringExecution[" + index + "].weight", term.getWeight());
      if (term.getPreference() != null) {
        nodeTerm(field + ".preferredDuringSchedulingIgnoredDuringExecution[" + index + "].preference", term.getPreference());
      }
      index++;
    }
  }

  void nodeTerm(String field, NodeSelectorTerm term) {
    int index = 0;
    for (NodeSelectorRequirement requirement : term.getMatchExpressions()) {
      String at = field + ".matchExpressions[" + index++ + "]";
      String operator = String.valueOf(requirement.getOperator());
      PodSpecChecks.word(told, at + ".operator", operator, NODE_OPERATORS);
      labels.key(at + ".key", requirement.getKey());
      int values = requirement.getValues() == null ? 0 : requirement.getValues().size();
      switch (operator) {
        case "In", "NotIn" -> expect(values > 0, at + ".values", "is empty", "give at least one value");
        case "Exists", "DoesNotExist" -> expect(values == 0, at + ".values", "is not empty", "leave it out with " + operator);
        case "Gt", "Lt" -> expect(values == 1, at + ".values", "has " + values + " values", "give one number with " + operator);
        default -> {}
      }
    }
    for (int i = 0; i < term.getMatchFields().size(); i++) {
      nodeField(field + ".matchFields[" + i + "]", term.getMatchFields().get(i));
    }
  }

  private void nodeField(String at, NodeSelectorRequirement requirement) {
    PodSpecChecks.word(told, at + ".operator", String.valueOf(requirement.getOperator()), FIELD_OPERATORS);
    PodSpecChecks.word(told, at + ".key", requirement.getKey(), FIELDS);
    int values = requirement.getValues().size();
    expect(values == 1, at + ".values", "has " + values + " values", "give the name of one node");
  }

  private void weight(String field, @Nullable Integer weight) {
    if (weight != null && (weight < 1 || weight > MOST_WEIGHT)) {
      told.wrong(field, weight + " is no weight", "give a number from 1 to " + MOST_WEIGHT);
    }
  }

  private void expect(boolean right, String field, String what, String advice) {
    if (!right) {
      told.wrong(field, what, advice);
    }
  }
}
