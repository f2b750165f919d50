package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps of {@link Admission} for pods, in an API server's order. Pure. */
final class PodAdmission {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final long TOLERATION_SECONDS = 300;
  private static final List<String> TOPOLOGY_LABELS = List.of("topology.kubernetes.io/region", "topology.kubernetes.io/zone");

  private PodAdmission() {}

  static Pod admit(Pod original, Admission.Classes classes) {
    Pod pod = Beans.shallow(original);
    ObjectMeta meta = Beans.shallow(original.getMetadata());
    if (ObjectApi.isEmpty(meta.getNamespace())) {
      meta.setNamespace("default");
    }
    pod.setMetadata(meta);
    PodSpec spec = original.getSpec() == null ? new PodSpec() : Beans.shallow(original.getSpec());
    pod.setSpec(spec);

    setDefaults(spec);
    PriorityAdmission.admit(spec, classes);
    addTolerations(spec);
    RuntimeClassAdmission.admit(spec, classes);
    copyTopologyLabels(pod, classes);
    LabelKeys.merge(spec, meta.getLabels() == null ? Map.of() : meta.getLabels());
    PodLevelDefaults.apply(spec);
    return pod;
  }

  private static void setDefaults(PodSpec spec) {
    if (ObjectApi.isEmpty(spec.getSchedulerName())) {
      spec.setSchedulerName("default-scheduler");
    }
    if (ObjectApi.isEmpty(spec.getRestartPolicy())) {
      spec.setRestartPolicy("Always");
    }
    Long grace = spec.getTerminationGracePeriodSeconds();
    if (grace == null) {
      spec.setTerminationGracePeriodSeconds(30L);
    } else if (grace < 0) {
      spec.setTerminationGracePeriodSeconds(1L);
    }
    boolean hostNetwork = Boolean.TRUE.equals(spec.getHostNetwork());
    spec.setContainers(spec.getContainers().stream().map(c -> withDefaults(c, hostNetwork)).toList());
    spec.setInitContainers(spec.getInitContainers().stream().map(c -> withDefaults(c, hostNetwork)).toList());
  }

  private static Container withDefaults(Container original, boolean hostNetwork) {
    Container container = Beans.shallow(original);
    container.setResources(requestsFromLimits(original.getResources()));
    if (hostNetwork) {
      container.setPorts(original.getPorts().stream().map(PodAdmission::onHost).toList());
    }
    return container;
  }

  private static @Nullable ResourceRequirements requestsFromLimits(@Nullable ResourceRequirements original) {
    if (original == null || original.getLimits() == null || original.getLimits().isEmpty()) {
      return original;
    }
    Map<String, Quantity> requests = new LinkedHashMap<>(original.getRequests() == null ? Map.of() : original.getRequests());
    original.getLimits().forEach(requests::putIfAbsent);
    ResourceRequirements resources = Beans.shallow(original);
    resources.setRequests(Collections.unmodifiableMap(requests));
    return resources;
  }

  private static ContainerPort onHost(ContainerPort original) {
    if (original.getHostPort() != null && original.getHostPort() != 0) {
      return original;
    }
    ContainerPort port = Beans.shallow(original);
    port.setHostPort(original.getContainerPort());
    return port;
  }

  private static void addTolerations(PodSpec spec) {
    List<Toleration> tolerations = new ArrayList<>(spec.getTolerations());
    for (String key : List.of(NOT_READY, UNREACHABLE)) {
      if (spec.getTolerations().stream().noneMatch(toleration -> concerns(toleration, key))) {
        tolerations.add(new Toleration("NoExecute", key, "Exists", TOLERATION_SECONDS, null));
      }
    }
    spec.setTolerations(Collections.unmodifiableList(tolerations));
  }

  private static boolean concerns(Toleration toleration, String key) {
    boolean keyMatches = ObjectApi.isEmpty(toleration.getKey()) || key.equals(toleration.getKey());
    return keyMatches && (ObjectApi.isEmpty(toleration.getEffect()) || "NoExecute".equals(toleration.getEffect()));
  }

  private static void copyTopologyLabels(Pod pod, Admission.Classes classes) {
    String nodeName = pod.getSpec().getNodeName();
    Node node = ObjectApi.isEmpty(nodeName) ? null : classes.node(nodeName);
    if (node != null) {
      copyTopologyLabels(node, pod.getMetadata());
    }
  }

  /** Gives the metadata, which are ours alone, the node's zone and region as labels. */
  static void copyTopologyLabels(Node node, ObjectMeta meta) {
    Map<String, String> from = node.getMetadata().getLabels();
    if (from == null) {
      return;
    }
    Map<String, String> labels = new LinkedHashMap<>(meta.getLabels() == null ? Map.of() : meta.getLabels());
    for (String key : TOPOLOGY_LABELS) {
      String value = from.get(key);
      if (value != null) {
        labels.put(key, value);
      }
    }
    meta.setLabels(Collections.unmodifiableMap(labels));
  }
}
