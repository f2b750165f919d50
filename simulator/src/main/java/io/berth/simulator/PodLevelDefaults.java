package io.berth.simulator;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.PodRequests;
import io.berth.framework.resource.PodResourcesOptions;
import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Completes requests and limits of a pod as a whole from those of its containers, if the pod has any of its own. Pure.
 *
 * <p>Source: pkg/api/pod/util.go (DefaultPodLevelResources), v1.37.2.
 */
final class PodLevelDefaults {
  private static final String HUGE_PAGES = "hugepages-";
  private static final PodResourcesOptions CONTAINERS_ONLY =
      PodResourcesOptions.SPEC.withSkipPodLevelResources(true).withExcludeOverhead(true);

  private PodLevelDefaults() {}

  /** Completes the spec, which is ours alone. */
  static void apply(PodSpec spec) {
    ResourceRequirements original = spec.getResources();
    if (original == null || (isEmpty(original.getRequests()) && isEmpty(original.getLimits()))) {
      return;
    }
    Map<String, Quantity> requests = copy(original.getRequests());
    Map<String, Quantity> limits = copy(original.getLimits());
    Pod pod = new Pod();
    pod.setSpec(spec);
    Map<String, ExactQuantity> containerLimits = PodRequests.podLimits(pod, CONTAINERS_ONLY);

    containerLimits.forEach(
        (name, amount) -> {
          if (name.startsWith(HUGE_PAGES) && !requests.containsKey(name)) {
            limits.computeIfAbsent(name, n -> quantity(amount));
          }
        });
    PodRequests.podRequests(pod, CONTAINERS_ONLY)
        .forEach(
            (name, amount) -> {
              if (PodRequests.isSupportedPodLevelResource(name) && !name.startsWith(HUGE_PAGES)) {
                requests.computeIfAbsent(name, n -> quantity(amount));
              }
            });
    limits.forEach(
        (name, amount) -> {
          if (PodRequests.isSupportedPodLevelResource(name)) {
            requests.putIfAbsent(name, amount);
          }
        });
    defaultLimits(spec, requests, limits, containerLimits);

    ResourceRequirements resources = Beans.shallow(original);
    resources.setRequests(Collections.unmodifiableMap(requests));
    resources.setLimits(Collections.unmodifiableMap(limits));
    spec.setResources(resources);
  }

  /** A resource that every container limits is limited for the pod: by the containers' sum, or its request if that is more. */
  private static void defaultLimits(
      PodSpec spec, Map<String, Quantity> requests, Map<String, Quantity> limits, Map<String, ExactQuantity> containerLimits) {
    List<Container> containers = new ArrayList<>(spec.getContainers());
    containers.addAll(spec.getInitContainers());
    requests.forEach(
        (name, request) -> {
          ExactQuantity sum = containerLimits.get(name);
          if (sum != null
              && !limits.containsKey(name)
              && PodRequests.isSupportedPodLevelResource(name)
              && containers.stream().allMatch(container -> limits(container, name))) {
            ExactQuantity asked = ExactQuantity.of(request);
            limits.put(name, quantity(asked.compareTo(sum) > 0 ? asked : sum));
          }
        });
  }

  private static boolean limits(Container container, String name) {
    ResourceRequirements resources = container.getResources();
    return resources != null && resources.getLimits() != null && resources.getLimits().containsKey(name);
  }

  private static Quantity quantity(ExactQuantity amount) {
    return new Quantity(amount.toString());
  }

  private static Map<String, Quantity> copy(@Nullable Map<String, Quantity> amounts) {
    return new LinkedHashMap<>(amounts == null ? Map.of() : amounts);
  }

  private static boolean isEmpty(@Nullable Map<String, Quantity> amounts) {
    return amounts == null || amounts.isEmpty();
  }
}
