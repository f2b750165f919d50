package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
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
    new SelectorChecks(told).spread(field + ".topologySpreadConstraints", spec.getTopologySpreadConstraints());
    Set<String> gates = new HashSet<>();
    for (int i = 0; i < spec.getSchedulingGates().size(); i++) {
      String name = spec.getSchedulingGates().get(i).getName();
      if (name != null && !gates.add(name)) {
        told.wrong(field + ".schedulingGates[" + i + "]", "\"" + name + "\" is there twice", "remove one of them");
      }
    }
    deviceClaims(field, spec);
    if (spec.getAffinity() != null) {
      new AffinityChecks(told).affinity(field + ".affinity", spec.getAffinity());
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
    Set<String> hostPorts = new HashSet<>();
    int index = 0;
    for (Container container : containers) {
      String at = field + "[" + index++ + "]";
      if (container.getResources() != null) {
        resources.container(at + ".resources", container.getResources());
      }
      int port = 0;
      for (ContainerPort given : container.getPorts()) {
        port(at + ".ports[" + port + "].containerPort", given.getContainerPort(), 1);
        hostPort(at + ".ports[" + port++ + "].hostPort", given, hostPorts);
      }
    }
  }

  private void hostPort(String field, ContainerPort given, Set<String> taken) {
    Integer port = given.getHostPort();
    port(field, port, 0);
    String protocol = given.getProtocol() == null ? "TCP" : given.getProtocol();
    if (port != null && port > 0 && !taken.add(protocol + "/" + given.getHostIP() + "/" + port)) {
      told.wrong(field, port + " is there twice", "give each port of the host to one container");
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
}
