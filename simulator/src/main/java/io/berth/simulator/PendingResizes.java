package io.berth.simulator;

import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * In which order a kubelet tries resizes that wait: first those that ask for no more, then by priority, guaranteed pods before others,
 * and what has waited longest. Pure.
 *
 * <p>Source: pkg/kubelet/allocation/allocation_manager.go (sortPendingResizes), v1.37.2.
 */
final class PendingResizes {
  private PendingResizes() {}

  /** A pod whose resize waits, and what it has been allocated. */
  record Waiting(Pod pod, PodAllocation allocated) {}

  static List<Pod> inOrder(Stream<Waiting> waiting, EffectiveRequests requests) {
    return waiting
        .sorted(
            Comparator.comparing((Waiting w) -> asksForMore(w, requests))
                .thenComparing(w -> -priority(w.pod()))
                .thenComparing(w -> !isGuaranteed(w.pod()))
                .thenComparing(w -> since(w.pod()))
                .thenComparing(w -> w.pod().getMetadata().getUid()))
        .map(Waiting::pod)
        .toList();
  }

  private static boolean asksForMore(Waiting waiting, EffectiveRequests requests) {
    Resources before = requests.of(waiting.allocated().applyTo(waiting.pod())).incoming();
    Resources after = requests.of(waiting.pod()).incoming();
    return after.get(ResourceName.CPU) > before.get(ResourceName.CPU)
        || after.get(ResourceName.MEMORY) > before.get(ResourceName.MEMORY);
  }

  private static long priority(Pod pod) {
    Integer priority = pod.getSpec().getPriority();
    return priority == null ? 0 : priority;
  }

  /** Whether all containers have CPU and memory limits, and request what they are limited to. */
  private static boolean isGuaranteed(Pod pod) {
    Function<Container, ResourceRequirements> resources = Container::getResources;
    return pod.getSpec().getContainers().stream()
        .map(resources)
        .allMatch(r -> r != null && isLimited(r, "cpu") && isLimited(r, "memory"));
  }

  private static boolean isLimited(ResourceRequirements resources, String name) {
    Map<String, Quantity> limits = resources.getLimits();
    Quantity limit = limits.get(name);
    Quantity request = resources.getRequests().getOrDefault(name, limit);
    return limit != null && request.getNumericalAmount().compareTo(limit.getNumericalAmount()) == 0;
  }

  private static String since(Pod pod) {
    PodCondition pending = PodRules.condition(pod, KubeletStatus.RESIZE_PENDING);
    String since = pending == null ? null : pending.getLastTransitionTime();
    return since == null ? "~" : since;
  }
}
