package io.berth.app.manifest;

import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values in a pod's spec that an API server refuses and that scheduling would misread: words that are none of a field's, selectors that
 * select nothing, amounts that contradict each other.
 *
 * <p>Source: pkg/apis/core/validation/validation.go, v1.37.2.
 */
final class PodSpecChecks {

  static final Set<String> PREEMPTION = Set.of("Never", "PreemptLowerPriority");

  private static final Set<String> UNSATISFIABLE = Set.of("DoNotSchedule", "ScheduleAnyway");
  private static final Set<String> NODE_OPERATORS = Set.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  private static final int MAX_PORT = 65_535;

  private static final List<io.fabric8.kubernetes.api.model.ResourceClaim> NO_CLAIMS = List.of();

  private final Told told;
  private final ResourceChecks resources;

  /** Hears what is wrong. */
  @FunctionalInterface
  interface Told {
    void wrong(String field, String what, String advice);
  }

  PodSpecChecks(Told told) {
    this.told = told;
    resources = new ResourceChecks(told);
  }

  /** What a node has. */
  void amounts(String field, @Nullable Map<String, Quantity> amounts) {
    resources.node(field, amounts);
  }

  void check(String field, PodSpec spec) {
    containers(field + ".initContainers", spec.getInitContainers());
    containers(field + ".containers", spec.getContainers());
    resources.pod(field + ".resources", spec);
    word(field + ".preemptionPolicy", spec.getPreemptionPolicy(), PREEMPTION);
    new TaintChecks(told).tolerations(field + ".tolerations", spec.getTolerations());
    int index = 0;
    for (TopologySpreadConstraint constraint : spec.getTopologySpreadConstraints()) {
      String at = field + ".topologySpreadConstraints[" + index++ + "]";
      word(at + ".whenUnsatisfiable", constraint.getWhenUnsatisfiable(), UNSATISFIABLE);
      selector(at + ".labelSelector", constraint.getLabelSelector());
      if (constraint.getMaxSkew() != null && constraint.getMaxSkew() < 1) {
        told.wrong(at + ".maxSkew", constraint.getMaxSkew() + " is too small", "give 1 or more");
      }
    }
    deviceClaims(field, spec);
    if (spec.getAffinity() != null) {
      affinity(field + ".affinity", spec.getAffinity());
    }
  }

  private void deviceClaims(String field, PodSpec spec) {
    Set<String> names = new HashSet<>();
    int index = 0;
    for (PodResourceClaim claim : spec.getResourceClaims()) {
      String at = field + ".resourceClaims[" + index++ + "]";
      if (claim.getName() != null && !names.add(claim.getName())) {
        told.wrong(at + ".name", "\"" + claim.getName() + "\" is there twice", "remove or rename one of them");
      }
      if ((claim.getResourceClaimName() == null) == (claim.getResourceClaimTemplateName() == null)) {
        told.wrong(at, "needs one of resourceClaimName and resourceClaimTemplateName", "give one of them");
      }
    }
    deviceClaims(field + ".initContainers", spec.getInitContainers(), names);
    deviceClaims(field + ".containers", spec.getContainers(), names);
  }

  private void deviceClaims(String field, List<Container> containers, Set<String> names) {
    for (int i = 0; i < containers.size(); i++) {
      int index = 0;
      for (var claim : containers.get(i).getResources() == null ? NO_CLAIMS : containers.get(i).getResources().getClaims()) {
        if (!names.contains(String.valueOf(claim.getName()))) {
          String at = field + "[" + i + "].resources.claims[" + index + "].name";
          told.wrong(at, "\"" + claim.getName() + "\" is no claim of the pod", "name one of spec.resourceClaims");
        }
        index++;
      }
    }
  }

  private void containers(String field, List<Container> containers) {
    int index = 0;
    for (Container container : containers) {
      String at = field + "[" + index++ + "]";
      if (container.getResources() != null) {
        resources.container(at + ".resources", container.getResources());
      }
      int port = 0;
      for (ContainerPort given : container.getPorts()) {
        port(at + ".ports[" + port + "].containerPort", given.getContainerPort(), 1);
        port(at + ".ports[" + port++ + "].hostPort", given.getHostPort(), 0);
      }
    }
  }

  /** A host port of 0 is none. */
  private void port(String field, @Nullable Integer port, int least) {
    if (port != null && (port < least || port > MAX_PORT)) {
      told.wrong(field, port + " is no port", "give a number from 1 to " + MAX_PORT);
    }
  }

  void word(String field, @Nullable String word, Set<String> known) {
    word(told, field, word, known);
  }

  /** A word that must be one of a few. */
  static void word(Told told, String field, @Nullable String word, Set<String> known) {
    if (word != null && !known.contains(word)) {
      String words = String.join(", ", known.stream().filter(w -> !w.isEmpty()).sorted().toList());
      told.wrong(field, "\"" + word + "\" is not known", "use one of " + words);
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

  private void affinity(String field, Affinity affinity) {
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
      if (term.getPodAffinityTerm() != null) {
        term(field + ".preferredDuringSchedulingIgnoredDuringExecution[" + index + "].podAffinityTerm", term.getPodAffinityTerm());
      }
      index++;
    }
  }

  private void term(String field, PodAffinityTerm term) {
    selector(field + ".labelSelector", term.getLabelSelector());
    selector(field + ".namespaceSelector", term.getNamespaceSelector());
  }

  private void nodeAffinity(String field, NodeAffinity affinity) {
    int index = 0;
    if (affinity.getRequiredDuringSchedulingIgnoredDuringExecution() != null) {
      for (NodeSelectorTerm term : affinity.getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms()) {
        nodeTerm(field + ".requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[" + index++ + "]", term);
      }
    }
    index = 0;
    for (PreferredSchedulingTerm term : affinity.getPreferredDuringSchedulingIgnoredDuringExecution()) {
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
      word(at + ".operator", operator, NODE_OPERATORS);
      int values = requirement.getValues() == null ? 0 : requirement.getValues().size();
      switch (operator) {
        case "In", "NotIn" -> expect(values > 0, at + ".values", "is empty", "give at least one value");
        case "Exists", "DoesNotExist" -> expect(values == 0, at + ".values", "is not empty", "leave it out with " + operator);
        case "Gt", "Lt" -> expect(values == 1, at + ".values", "has " + values + " values", "give one number with " + operator);
        default -> {}
      }
    }
  }

  private void expect(boolean right, String field, String what, String advice) {
    if (!right) {
      told.wrong(field, what, advice);
    }
  }
}
