package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pod, read once, in the plainest way.
 *
 * @param wants what it asks for when it is placed
 * @param takes what it takes of its node: the most of what it is to have, has been allocated and has
 * @param ports of the host
 * @param nodeTerms what its node's labels must be, all of them
 * @param bean what it was read from
 */
record NaivePod(
    String key,
    String uid,
    String namespace,
    Map<String, String> labels,
    int priority,
    boolean going,
    Map<String, Long> wants,
    Map<String, Long> takes,
    List<Integer> ports,
    Map<String, List<String>> nodeTerms,
    List<PodAffinityTerm> affinity,
    List<PodAffinityTerm> antiAffinity,
    Pod bean) {
  static NaivePod of(Pod pod) {
    Map<String, Long> wants = new HashMap<>();
    Map<String, Long> allocated = new HashMap<>();
    Map<String, Long> actual = new HashMap<>();
    List<Integer> ports = new ArrayList<>();
    for (Container container : pod.getSpec().getContainers()) {
      Map<String, Long> spec = requests(container.getResources());
      add(wants, spec);
      ContainerStatus status = status(pod, container.getName());
      boolean known = status != null && status.getAllocatedResources() != null && !status.getAllocatedResources().isEmpty();
      add(allocated, known ? amounts(status.getAllocatedResources()) : spec);
      add(actual, known && status.getResources() != null ? requests(status.getResources()) : known ? amounts(status.getAllocatedResources()) : spec);
      container.getPorts().stream().filter(port -> port.getHostPort() != null).forEach(port -> ports.add(port.getHostPort()));
    }
    Map<String, Long> takes = new HashMap<>(allocated);
    actual.forEach((name, amount) -> takes.merge(name, amount, Math::max));
    if (!isInfeasible(pod)) {
      wants.forEach((name, amount) -> takes.merge(name, amount, Math::max));
    }
    Affinity rules = pod.getSpec().getAffinity();
    return new NaivePod(
        pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName(),
        pod.getMetadata().getUid(),
        pod.getMetadata().getNamespace(),
        pod.getMetadata().getLabels() == null ? Map.of() : pod.getMetadata().getLabels(),
        pod.getSpec().getPriority() == null ? 0 : pod.getSpec().getPriority(),
        pod.getMetadata().getDeletionTimestamp() != null,
        wants,
        takes,
        ports,
        nodeTerms(pod),
        rules == null || rules.getPodAffinity() == null
            ? List.of() : rules.getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution(),
        rules == null || rules.getPodAntiAffinity() == null
            ? List.of() : rules.getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution(),
        pod);
  }

  /** The same pod, as if it did not ask for these resources. */
  NaivePod without(Set<String> resources) {
    if (wants.keySet().stream().noneMatch(resources::contains)) {
      return this;
    }
    Map<String, Long> fewer = new HashMap<>(wants);
    fewer.keySet().removeAll(resources);
    return new NaivePod(
        key, uid, namespace, labels, priority, going, fewer, takes, ports, nodeTerms, affinity, antiAffinity, bean);
  }

  private static Map<String, List<String>> nodeTerms(Pod pod) {
    Map<String, List<String>> terms = new HashMap<>();
    pod.getSpec().getNodeSelector().forEach((key, value) -> terms.put(key, List.of(value)));
    Affinity rules = pod.getSpec().getAffinity();
    if (rules != null && rules.getNodeAffinity() != null) {
      for (NodeSelectorRequirement requirement :
          rules.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms().get(0).getMatchExpressions()) {
        terms.put(requirement.getKey(), requirement.getValues());
      }
    }
    return terms;
  }

  private static boolean isInfeasible(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(condition -> condition.getType().equals("PodResizePending") && "Infeasible".equals(condition.getReason()));
  }

  private static ContainerStatus status(Pod pod, String container) {
    if (pod.getStatus() != null) {
      for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
        if (status.getName().equals(container)) {
          return status;
        }
      }
    }
    return null;
  }

  private static Map<String, Long> requests(ResourceRequirements resources) {
    return resources == null ? Map.of() : amounts(resources.getRequests());
  }

  static Map<String, Long> amounts(Map<String, Quantity> quantities) {
    Map<String, Long> amounts = new HashMap<>();
    if (quantities != null) {
      quantities.forEach((name, quantity) -> amounts.put(name, NaiveNode.number(name, quantity)));
    }
    return amounts;
  }

  private static void add(Map<String, Long> sum, Map<String, Long> more) {
    more.forEach((name, amount) -> sum.merge(name, amount, Long::sum));
  }

  /** Whether the selector, which has labels to match and nothing else, picks these labels. */
  static boolean matches(LabelSelector selector, Map<String, String> labels) {
    return selector.getMatchLabels().entrySet().stream().allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
  }
}
