package io.berth.app.manifest;

import io.berth.framework.selector.LabelSyntax;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
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

  private static final Set<String> RESTART_POLICIES = Set.of("", "Always", "OnFailure", "Never");
  private static final int LONGEST_NAME = 253;

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
    new ContainerChecks(told, spec, deviceClaims(field + ".resourceClaims", spec.getResourceClaims())).check(field);
    word(field + ".restartPolicy", spec.getRestartPolicy(), RESTART_POLICIES);
    word(field + ".preemptionPolicy", spec.getPreemptionPolicy(), PREEMPTION);
    new TaintChecks(told).tolerations(field + ".tolerations", spec.getTolerations());
    new SelectorChecks(told).spread(field + ".topologySpreadConstraints", spec.getTopologySpreadConstraints());
    gates(field, spec);
    labels(field + ".nodeSelector", spec.getNodeSelector());
    if (spec.getAffinity() != null) {
      new AffinityChecks(told).affinity(field + ".affinity", spec.getAffinity());
    }
  }

  private void gates(String field, PodSpec spec) {
    Set<String> gates = new HashSet<>();
    for (int i = 0; i < spec.getSchedulingGates().size(); i++) {
      String name = spec.getSchedulingGates().get(i).getName();
      String at = field + ".schedulingGates[" + i + "]";
      if (name != null && !gates.add(name)) {
        told.wrong(at, "\"" + name + "\" is there twice", "remove one of them");
      } else if (name != null && !LabelSyntax.isLabelKey(name)) {
        told.wrong(at, "\"" + name + "\" is no such name", "write it like example.com/gate");
      }
    }
    if (!gates.isEmpty() && spec.getNodeName() != null && !spec.getNodeName().isEmpty()) {
      told.wrong(field + ".nodeName", "is given beside schedulingGates", "remove the gates, or leave it out");
    }
  }

  /** Labels, or what is to be found among labels. */
  void labels(String field, @Nullable Map<String, String> labels) {
    if (labels == null) {
      return;
    }
    var checks = new TaintChecks(told);
    labels.forEach((key, value) -> {
      checks.key(field + "[" + key + "]", key);
      checks.value(field + "[" + key + "]", value);
    });
  }

  /** The names under which the pod claims devices. */
  private Set<String> deviceClaims(String field, List<PodResourceClaim> claims) {
    Set<String> names = new HashSet<>();
    int index = 0;
    var checks = new DeviceChecks(told);
    for (PodResourceClaim claim : claims) {
      String at = field + "[" + index++ + "]";
      if (claim.getName() != null && !names.add(claim.getName())) {
        told.wrong(at + ".name", "\"" + claim.getName() + "\" is there twice", "remove or rename one of them");
      } else if (claim.getName() != null) {
        checks.label(at + ".name", claim.getName());
      }
      if ((claim.getResourceClaimName() == null) == (claim.getResourceClaimTemplateName() == null)) {
        told.wrong(at, "needs one of resourceClaimName and resourceClaimTemplateName", "give one of them");
      } else if (claim.getResourceClaimName() != null) {
        checks.subdomain(at + ".resourceClaimName", claim.getResourceClaimName(), LONGEST_NAME);
      } else {
        checks.subdomain(at + ".resourceClaimTemplateName", claim.getResourceClaimTemplateName(), LONGEST_NAME);
      }
    }
    return names;
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
}
