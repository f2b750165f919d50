package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The resource figures of one pod, each read once, and the sums over them.
 *
 * <p>The model does not keep apart an absent resource list and an empty one; neither does an API server, which writes no
 * empty ones. Both count as absent.
 *
 * <p>Source: component-helpers/resource/helpers.go, v0.37.2.
 */
final class PodFigures {

  /** One container's lists, as far as they are given. */
  private static final class Figures {
    final boolean restartableInit;
    final Map<String, ExactQuantity> requests;
    final Map<String, ExactQuantity> limits;
    Map<String, ExactQuantity> allocated = Map.of();
    Map<String, ExactQuantity> actuatedRequests = Map.of();
    Map<String, ExactQuantity> actuatedLimits = Map.of();

    Figures(Container container, @Nullable ContainerStatus status) {
      restartableInit = "Always".equals(container.getRestartPolicy());
      ResourceRequirements spec = container.getResources();
      requests = spec == null ? Map.of() : Amounts.of(spec.getRequests());
      limits = spec == null ? Map.of() : Amounts.of(spec.getLimits());
      if (status != null) {
        allocated = Amounts.of(status.getAllocatedResources());
        if (status.getResources() != null) {
          actuatedRequests = Amounts.of(status.getResources().getRequests());
          actuatedLimits = Amounts.of(status.getResources().getLimits());
        }
      }
    }
  }

  private final Pod pod;
  private final boolean infeasible;
  private final List<Figures> containers = new ArrayList<>();
  private final List<Figures> initContainers = new ArrayList<>();

  PodFigures(Pod pod) {
    this.pod = pod;
    this.infeasible = PodRequests.isPodResizeInfeasible(pod);
    if (pod.getSpec() != null) {
      read(pod.getSpec().getContainers(), containers);
      read(pod.getSpec().getInitContainers(), initContainers);
    }
  }

  private void read(@Nullable List<Container> from, List<Figures> to) {
    if (from != null) {
      from.forEach(container -> to.add(new Figures(container, status(container.getName()))));
    }
  }

  private @Nullable ContainerStatus status(String name) {
    PodStatus status = pod.getStatus();
    if (status == null) {
      return null;
    }
    ContainerStatus found = named(status.getContainerStatuses(), name);
    return found != null ? found : named(status.getInitContainerStatuses(), name);
  }

  private static @Nullable ContainerStatus named(@Nullable List<ContainerStatus> statuses, String name) {
    if (statuses != null) {
      for (ContainerStatus status : statuses) {
        if (name != null && name.equals(status.getName())) {
          return status;
        }
      }
    }
    return null;
  }

  /** Whether the status changes nothing: no figures in it, and no resize that was refused. */
  boolean specAlone() {
    PodStatus status = pod.getStatus();
    return !infeasible
        && (status == null || status.getResources() == null && Amounts.of(status.getAllocatedResources()).isEmpty())
        && containers.stream().allMatch(PodFigures::specAlone)
        && initContainers.stream().allMatch(PodFigures::specAlone);
  }

  private static boolean specAlone(Figures figures) {
    return figures.allocated.isEmpty() && figures.actuatedRequests.isEmpty() && figures.actuatedLimits.isEmpty();
  }

  TreeMap<String, ExactQuantity> requests(PodResourcesOptions options) {
    TreeMap<String, ExactQuantity> requests =
        options.skipContainerLevelResources() ? Amounts.none() : containerRequests(options);
    if (!options.skipPodLevelResources() && PodRequests.isPodLevelRequestsSet(pod)) {
      Map<String, ExactQuantity> podLevel = Amounts.of(pod.getSpec().getResources().getRequests());
      PodStatus status = pod.getStatus();
      if (options.inPlacePodLevelResourcesVerticalScalingEnabled() && options.useStatusResources()
          && status != null && status.getResources() != null) {
        TreeMap<String, ExactQuantity> effective = infeasible ? Amounts.none() : new TreeMap<>(podLevel);
        Amounts.max(effective, Amounts.of(status.getResources().getRequests()));
        Amounts.max(effective, Amounts.of(status.getAllocatedResources()));
        podLevel = effective;
      }
      applyPodLevel(requests, podLevel);
    }
    if (!options.excludeOverhead() && pod.getSpec() != null) {
      Amounts.add(requests, Amounts.of(pod.getSpec().getOverhead()));
    }
    return requests;
  }

  TreeMap<String, ExactQuantity> limits(PodResourcesOptions options) {
    TreeMap<String, ExactQuantity> limits = containerLimits(options);
    if (!options.skipPodLevelResources() && PodRequests.isPodLevelResourcesSet(pod)) {
      Map<String, ExactQuantity> podLevel = Amounts.of(pod.getSpec().getResources().getLimits());
      PodStatus status = pod.getStatus();
      if (options.inPlacePodLevelResourcesVerticalScalingEnabled() && options.useStatusResources()
          && status != null && status.getResources() != null) {
        TreeMap<String, ExactQuantity> effective = infeasible ? Amounts.none() : new TreeMap<>(podLevel);
        Amounts.max(effective, Amounts.of(status.getResources().getLimits()));
        podLevel = effective;
      }
      applyPodLevel(limits, podLevel);
    }
    if (!options.excludeOverhead() && pod.getSpec() != null) {
      Amounts.of(pod.getSpec().getOverhead()).forEach((name, quantity) -> {
        ExactQuantity limit = limits.get(name);
        if (limit != null && !limit.isZero()) {
          limits.put(name, limit.plus(quantity));
        }
      });
    }
    return limits;
  }

  private static void applyPodLevel(Map<String, ExactQuantity> result, Map<String, ExactQuantity> podLevel) {
    podLevel.forEach((name, quantity) -> {
      if (PodRequests.isSupportedPodLevelResource(name)) {
        result.put(name, quantity);
      }
    });
  }

  private TreeMap<String, ExactQuantity> containerRequests(PodResourcesOptions options) {
    Map<String, ExactQuantity> fill = options.nonMissingContainerRequests();
    TreeMap<String, ExactQuantity> spec = aggregate(fill, figures -> figures.requests);
    DraAmounts.add(spec, pod, options);
    if (!options.useStatusResources()) {
      return spec;
    }
    TreeMap<String, ExactQuantity> result = infeasible ? Amounts.none() : spec;
    PodStatus status = pod.getStatus();
    Map<String, ExactQuantity> podAllocated = status == null ? Map.of() : Amounts.of(status.getAllocatedResources());
    Map<String, ExactQuantity> podActuated =
        status == null || status.getResources() == null ? Map.of() : Amounts.of(status.getResources().getRequests());
    if (options.inPlacePodLevelResourcesVerticalScalingEnabled() && !podAllocated.isEmpty() && !podActuated.isEmpty()) {
      Amounts.max(result, podActuated);
      Amounts.max(result, podAllocated);
      return result;
    }
    TreeMap<String, ExactQuantity> allocated = aggregate(fill, this::allocatedRequests);
    DraAmounts.add(allocated, pod, options);
    Amounts.max(result, aggregate(fill, this::actuatedRequests));
    Amounts.max(result, allocated);
    return result;
  }

  private TreeMap<String, ExactQuantity> containerLimits(PodResourcesOptions options) {
    TreeMap<String, ExactQuantity> spec = aggregate(Map.of(), figures -> figures.limits);
    DraAmounts.addToLimits(spec, pod, options);
    if (!options.useStatusResources()) {
      return spec;
    }
    PodStatus status = pod.getStatus();
    Map<String, ExactQuantity> actuated =
        status == null || status.getResources() == null ? Map.of() : Amounts.of(status.getResources().getLimits());
    if (!options.inPlacePodLevelResourcesVerticalScalingEnabled() || actuated.isEmpty()) {
      actuated = aggregate(Map.of(), this::actuatedLimits);
    }
    TreeMap<String, ExactQuantity> result = infeasible ? Amounts.none() : spec;
    Amounts.max(result, actuated);
    return result;
  }

  private Map<String, ExactQuantity> allocatedRequests(Figures figures) {
    if (!figures.allocated.isEmpty()) {
      return figures.allocated;
    }
    return infeasible ? Map.of() : figures.requests;
  }

  private Map<String, ExactQuantity> actuatedRequests(Figures figures) {
    return figures.actuatedRequests.isEmpty() ? allocatedRequests(figures) : figures.actuatedRequests;
  }

  private Map<String, ExactQuantity> actuatedLimits(Figures figures) {
    if (!figures.actuatedLimits.isEmpty()) {
      return figures.actuatedLimits;
    }
    return infeasible ? Map.of() : figures.limits;
  }

  /** The larger of what runs in the end and what any step of the initialisation needs, sidecars included. */
  private TreeMap<String, ExactQuantity> aggregate(
      Map<String, ExactQuantity> fill, Function<Figures, Map<String, ExactQuantity>> list) {
    TreeMap<String, ExactQuantity> result = Amounts.none();
    for (Figures container : containers) {
      Amounts.add(result, Amounts.filledIn(list.apply(container), fill));
    }
    if (initContainers.isEmpty()) {
      return result;
    }
    TreeMap<String, ExactQuantity> sidecars = Amounts.none();
    TreeMap<String, ExactQuantity> peak = Amounts.none();
    for (Figures container : initContainers) {
      Map<String, ExactQuantity> own = Amounts.filledIn(list.apply(container), fill);
      if (container.restartableInit) {
        Amounts.add(result, own);
        Amounts.add(sidecars, own);
        Amounts.max(peak, sidecars);
      } else {
        TreeMap<String, ExactQuantity> step = new TreeMap<>(own);
        Amounts.add(step, sidecars);
        Amounts.max(peak, step);
      }
    }
    Amounts.max(result, peak);
    return result;
  }
}
