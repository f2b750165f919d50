package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pod requests and is limited to, all its containers taken together: maxima of sums, over the spec and, where the
 * options say so, over what the status reports as allocated and actuated.
 *
 * <p>Results are sorted by name and unmodifiable; a resource that nobody mentions is absent, one that is mentioned with zero
 * is present. Quantities are added exactly; round them at the end.
 *
 * <p>Source: component-helpers/resource/helpers.go, v0.37.2.
 */
public final class PodRequests {

  private static final String RESIZE_PENDING = "PodResizePending";

  private PodRequests() {}

  /**
   * The requests of a pod.
   *
   * @throws QuantityFormatException if an amount in the pod is not a quantity
   */
  public static SortedMap<String, ExactQuantity> podRequests(Pod pod, PodResourcesOptions options) {
    return Collections.unmodifiableSortedMap(new PodFigures(pod).requests(options));
  }

  /**
   * The limits of a pod.
   *
   * @throws QuantityFormatException if an amount in the pod is not a quantity
   */
  public static SortedMap<String, ExactQuantity> podLimits(Pod pod, PodResourcesOptions options) {
    return Collections.unmodifiableSortedMap(new PodFigures(pod).limits(options));
  }

  /** Whether the pod-level requests or limits name a resource that can be set for a whole pod. */
  public static boolean isPodLevelResourcesSet(Pod pod) {
    return isPodLevelRequestsSet(pod) || isPodLevelLimitsSet(pod);
  }

  /** Whether the pod-level requests name a resource that can be set for a whole pod. */
  public static boolean isPodLevelRequestsSet(Pod pod) {
    ResourceRequirements podLevel = podLevel(pod);
    return podLevel != null && anySupported(podLevel.getRequests());
  }

  /** Whether the pod-level limits name a resource that can be set for a whole pod. */
  public static boolean isPodLevelLimitsSet(Pod pod) {
    ResourceRequirements podLevel = podLevel(pod);
    return podLevel != null && anySupported(podLevel.getLimits());
  }

  /** Whether a resource can be set for a whole pod: CPU, memory and huge pages. */
  public static boolean isSupportedPodLevelResource(String name) {
    return name.equals("cpu") || name.equals("memory") || ResourceName.isHugePage(name);
  }

  /** Whether a resize is pending that the node can never grant. */
  public static boolean isPodResizeInfeasible(Pod pod) {
    return "Infeasible".equals(pendingReason(pod));
  }

  /** Whether a resize is pending that the node cannot grant now. */
  public static boolean isPodResizeDeferred(Pod pod) {
    return "Deferred".equals(pendingReason(pod));
  }

  private static @Nullable String pendingReason(Pod pod) {
    if (pod.getStatus() != null && pod.getStatus().getConditions() != null) {
      for (PodCondition condition : pod.getStatus().getConditions()) {
        if (RESIZE_PENDING.equals(condition.getType())) {
          return condition.getReason();
        }
      }
    }
    return null;
  }

  private static @Nullable ResourceRequirements podLevel(Pod pod) {
    return pod.getSpec() == null ? null : pod.getSpec().getResources();
  }

  private static boolean anySupported(@Nullable Map<String, Quantity> list) {
    if (list != null) {
      for (String name : list.keySet()) {
        if (isSupportedPodLevelResource(name)) {
          return true;
        }
      }
    }
    return false;
  }
}
