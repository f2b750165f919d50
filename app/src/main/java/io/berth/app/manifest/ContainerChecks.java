package io.berth.app.manifest;

import io.berth.app.manifest.PodSpecChecks.Told;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of a pod's containers: names, restart policies, ports, resources, and claims that the pod does not have.
 *
 * <p>Source: pkg/apis/core/validation/validation.go validateContainers, validateInitContainers, validateResourceClaimNames, v1.37.2.
 */
final class ContainerChecks {

  private static final int MAX_PORT = 65_535;
  private static final Set<String> PROTOCOLS = Set.of("", "TCP", "UDP", "SCTP");
  private static final Set<String> RESTART_POLICIES = Set.of("Always", "OnFailure", "Never");
  private static final List<io.fabric8.kubernetes.api.model.ResourceClaim> NO_CLAIMS = List.of();

  private final Told told;
  private final ResourceChecks resources;
  private final PodSpec spec;
  private final Set<String> claims;
  private final boolean hostNetwork;

  /**
   * Checks of a pod's containers.
   *
   * @param claims the names under which the pod claims devices
   */
  ContainerChecks(Told told, PodSpec spec, Set<String> claims) {
    this.told = told;
    this.spec = spec;
    this.claims = claims;
    resources = new ResourceChecks(told);
    hostNetwork = Boolean.TRUE.equals(spec.getHostNetwork());
  }

  void check(String field) {
    names(field);
    containers(field + ".initContainers", spec.getInitContainers(), null);
    containers(field + ".containers", spec.getContainers(), new HashSet<>());
    resources.pod(field + ".resources", spec);
  }

  private void names(String field) {
    Set<String> names = new HashSet<>();
    names(field + ".containers", spec.getContainers(), names);
    names(field + ".initContainers", spec.getInitContainers(), names);
  }

  private void names(String field, List<Container> containers, Set<String> names) {
    int index = 0;
    for (Container container : containers) {
      String at = field + "[" + index++ + "].name";
      if (container.getName() != null && !container.getName().isEmpty()) {
        new DeviceChecks(told).label(at, container.getName());
        if (!names.add(container.getName())) {
          told.wrong(at, "\"" + container.getName() + "\" is there twice", "remove or rename one of them");
        }
      }
    }
  }

  /**
   * Checks containers.
   *
   * @param hostPorts those that are taken already; {@code null} for init containers, which run one after the other
   */
  private void containers(String field, List<Container> containers, @Nullable Set<String> hostPorts) {
    int index = 0;
    for (Container container : containers) {
      String at = field + "[" + index++ + "]";
      PodSpecChecks.word(told, at + ".restartPolicy", container.getRestartPolicy(), RESTART_POLICIES);
      if (container.getResources() != null) {
        resources.container(at + ".resources", container.getResources());
        claims(at + ".resources.claims", container);
      }
      ports(at + ".ports", container.getPorts(), hostPorts == null ? new HashSet<>() : hostPorts, hostNetwork && hostPorts != null);
    }
  }

  private void claims(String field, Container container) {
    Set<String> seen = new HashSet<>();
    int index = 0;
    for (var claim : container.getResources().getClaims() == null ? NO_CLAIMS : container.getResources().getClaims()) {
      String at = field + "[" + index++ + "]";
      if (!claims.contains(String.valueOf(claim.getName()))) {
        told.wrong(at + ".name", "\"" + claim.getName() + "\" is no claim of the pod", "name one of spec.resourceClaims");
      } else if (!seen.add(claim.getName() + "/" + claim.getRequest())) {
        told.wrong(at, "\"" + claim.getName() + "\" is there twice", "remove one of them");
      }
    }
  }

  private void ports(String field, List<ContainerPort> ports, Set<String> taken, boolean ofHost) {
    int index = 0;
    for (ContainerPort given : ports) {
      String at = field + "[" + index++ + "]";
      port(at + ".containerPort", given.getContainerPort(), 1);
      port(at + ".hostPort", given.getHostPort(), 0);
      PodSpecChecks.word(told, at + ".protocol", given.getProtocol(), PROTOCOLS);
      Integer port = given.getHostPort();
      if (port == null || port <= 0) {
        continue;
      }
      String protocol = given.getProtocol() == null ? "TCP" : given.getProtocol();
      if (ofHost && !port.equals(given.getContainerPort())) {
        told.wrong(at + ".hostPort", port + " is not the containerPort", "with hostNetwork leave it out, or give the same");
      } else if (!taken.add(protocol + "/" + given.getHostIP() + "/" + port)) {
        told.wrong(at + ".hostPort", port + " is there twice", "give each port of the host to one container");
      }
    }
  }

  /** A host port of 0 is none. */
  private void port(String field, @Nullable Integer port, int least) {
    if (port != null && (port < least || port > MAX_PORT)) {
      told.wrong(field, port + " is no port", "give a number from 1 to " + MAX_PORT);
    }
  }
}
