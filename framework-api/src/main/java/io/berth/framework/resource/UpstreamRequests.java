package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.Map;

/**
 * Upstream's formula: for the whole pod, the maximum of what the spec, the allocation and the actuation sum up to.
 *
 * <p>Source: pkg/scheduler/framework/types.go CalculateResource, plugins/noderesources/fit.go and resource_allocation.go,
 * v1.37.2.
 */
final class UpstreamRequests implements EffectiveRequests {

  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";
  private static final Map<String, ExactQuantity> FILL = Map.of(
      CPU, ExactQuantity.ofMilli(PodResources.DEFAULT_MILLI_CPU_REQUEST),
      MEMORY, ExactQuantity.ofValue(PodResources.DEFAULT_MEMORY_REQUEST));

  static final UpstreamRequests DEFAULT = new UpstreamRequests(UpstreamRequestOptions.DEFAULT);

  private final boolean podLevelResources;
  private final PodResourcesOptions incomingOptions;
  private final PodResourcesOptions nodeOptions;
  private final PodResourcesOptions scoreOptions;

  UpstreamRequests(UpstreamRequestOptions options) {
    podLevelResources = options.podLevelResources();
    incomingOptions = PodResourcesOptions.SPEC.withSkipPodLevelResources(!podLevelResources);
    nodeOptions = incomingOptions
        .withUseStatusResources(options.inPlacePodVerticalScaling())
        .withInPlacePodLevelResourcesVerticalScaling(options.inPlacePodLevelResourcesVerticalScaling())
        .withUseDraNodeAllocatableResourceClaimStatus(options.draNodeAllocatableResources());
    // Upstream's scorer is made without any of the gates.
    scoreOptions = PodResourcesOptions.SPEC.withSkipPodLevelResources(true).withNonMissingContainerRequests(FILL);
  }

  @Override
  public PodResources of(Pod pod) {
    PodFigures figures = new PodFigures(pod);
    Map<String, ExactQuantity> incomingList = figures.requests(incomingOptions);
    Map<String, ExactQuantity> nodeList =
        figures.specAlone() && !nodeOptions.useDraNodeAllocatableResourceClaimStatus()
            ? incomingList : figures.requests(nodeOptions);
    Resources incoming = vector(incomingList);
    Resources onNode = nodeList == incomingList ? incoming : shared(vector(nodeList), incoming);

    Map<String, ExactQuantity> scoreList = figures.requests(scoreOptions);
    Map<String, ExactQuantity> nonZeroList = nonZero(pod, figures, nodeList, scoreList);
    return new PodResources(
        incoming, onNode, shared(vector(scoreList), incoming), cpu(nonZeroList), memory(nonZeroList));
  }

  private Map<String, ExactQuantity> nonZero(
      Pod pod, PodFigures figures, Map<String, ExactQuantity> nodeList, Map<String, ExactQuantity> scoreList) {
    Map<String, ExactQuantity> fill = FILL;
    if (podLevelResources && PodRequests.isPodLevelRequestsSet(pod)) {
      fill = new HashMap<>(FILL);
      fill.keySet().removeAll(nodeList.keySet());
    }
    if (fill.isEmpty()) {
      return nodeList;
    }
    if (fill == FILL && figures.specAlone() && !nodeOptions.useDraNodeAllocatableResourceClaimStatus()) {
      return scoreList;
    }
    return figures.requests(nodeOptions.withNonMissingContainerRequests(fill));
  }

  private static Resources vector(Map<String, ExactQuantity> list) {
    if (list.isEmpty()) {
      return Resources.EMPTY;
    }
    ResourcesBuilder builder = Resources.builder();
    list.forEach((name, quantity) -> {
      ResourceName resource = ResourceName.of(name);
      if (resource.isAccounted() && resource != ResourceName.PODS) {
        builder.add(resource, quantity);
      }
    });
    return builder.build();
  }

  private static Resources shared(Resources vector, Resources other) {
    return vector.equals(other) ? other : vector;
  }

  private static long cpu(Map<String, ExactQuantity> list) {
    return list.getOrDefault(CPU, ExactQuantity.ZERO).milliValueCeil();
  }

  private static long memory(Map<String, ExactQuantity> list) {
    return list.getOrDefault(MEMORY, ExactQuantity.ZERO).valueCeil();
  }
}
