package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the containers of a pod have of CPU and memory, by their names: requests and limits, as allocated or as actuated. Immutable.
 *
 * <p>Source: pkg/kubelet/allocation/allocation_manager.go (UpdatePodFromAllocation), v1.37.2.
 */
final class PodAllocation {
  private static final List<String> RESIZABLE = List.of("cpu", "memory");

  private final Map<String, ResourceRequirements> containers;

  private PodAllocation(Map<String, ResourceRequirements> containers) {
    this.containers = containers;
  }

  /** What the pod asks for. */
  static PodAllocation wanted(Pod pod) {
    Map<String, ResourceRequirements> all = new LinkedHashMap<>();
    for (Container container : pod.getSpec().getContainers()) {
      all.put(container.getName(), resources(container));
    }
    return new PodAllocation(all);
  }

  /** What the pod's status says of its allocation, as far as it says anything; the rest as the pod asks for. */
  static PodAllocation allocated(Pod pod) {
    Map<String, ResourceRequirements> all = new LinkedHashMap<>();
    for (Container container : pod.getSpec().getContainers()) {
      ContainerStatus status = status(pod, container.getName());
      ResourceRequirements wanted = resources(container);
      if (status == null || (status.getAllocatedResources().isEmpty() && status.getResources() == null)) {
        all.put(container.getName(), wanted);
        continue;
      }
      Map<String, Quantity> requests = status.getAllocatedResources();
      ResourceRequirements actual = status.getResources();
      boolean asWanted = sameAmounts(wanted.getRequests(), requests);
      Map<String, Quantity> limits = asWanted || actual == null ? wanted.getLimits() : actual.getLimits();
      all.put(container.getName(), of(requests, limits));
    }
    return new PodAllocation(all);
  }

  /** What the pod's status says that its containers have; {@code otherwise} where it says nothing. */
  static PodAllocation actual(Pod pod, PodAllocation otherwise) {
    Map<String, ResourceRequirements> all = new LinkedHashMap<>();
    for (Container container : pod.getSpec().getContainers()) {
      ContainerStatus status = status(pod, container.getName());
      ResourceRequirements actual = status == null ? null : status.getResources();
      ResourceRequirements other = otherwise.containers.get(container.getName());
      if (actual != null) {
        all.put(container.getName(), actual);
      } else if (other != null) {
        all.put(container.getName(), other);
      }
    }
    return new PodAllocation(all);
  }

  @Nullable ResourceRequirements of(String container) {
    return containers.get(container);
  }

  /** Whether both have the same amounts of CPU and memory. */
  boolean sameAs(PodAllocation other) {
    if (!containers.keySet().equals(other.containers.keySet())) {
      return false;
    }
    for (Map.Entry<String, ResourceRequirements> entry : containers.entrySet()) {
      ResourceRequirements theirs = other.containers.get(entry.getKey());
      if (!sameAmounts(entry.getValue().getRequests(), theirs.getRequests())
          || !sameAmounts(entry.getValue().getLimits(), theirs.getLimits())) {
        return false;
      }
    }
    return true;
  }

  /** The pod as it would be if it asked for this. */
  Pod applyTo(Pod pod) {
    if (sameAs(wanted(pod))) {
      return pod;
    }
    List<Container> changed = new ArrayList<>();
    for (Container container : pod.getSpec().getContainers()) {
      Container copy = Beans.shallow(container);
      ResourceRequirements mine = containers.get(container.getName());
      if (mine != null) {
        copy.setResources(of(merged(resources(container).getRequests(), mine.getRequests()),
            merged(resources(container).getLimits(), mine.getLimits())));
      }
      changed.add(copy);
    }
    PodSpec spec = Beans.shallow(pod.getSpec());
    spec.setContainers(changed);
    Pod result = Beans.shallow(pod);
    result.setSpec(spec);
    return result;
  }

  static @Nullable ContainerStatus status(Pod pod, String container) {
    if (pod.getStatus() != null) {
      for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
        if (container.equals(status.getName())) {
          return status;
        }
      }
    }
    return null;
  }

  private static Map<String, Quantity> merged(Map<String, Quantity> others, Map<String, Quantity> mine) {
    Map<String, Quantity> result = new LinkedHashMap<>(others);
    for (String name : RESIZABLE) {
      Quantity amount = mine.get(name);
      if (amount == null) {
        result.remove(name);
      } else {
        result.put(name, amount);
      }
    }
    return result;
  }

  private static ResourceRequirements resources(Container container) {
    return container.getResources() == null ? new ResourceRequirements() : container.getResources();
  }

  private static ResourceRequirements of(Map<String, Quantity> requests, Map<String, Quantity> limits) {
    ResourceRequirements result = new ResourceRequirements();
    result.setRequests(requests);
    result.setLimits(limits);
    return result;
  }

  private static boolean sameAmounts(Map<String, Quantity> one, Map<String, Quantity> other) {
    return RESIZABLE.stream().allMatch(name -> sameAmount(one.get(name), other.get(name)));
  }

  private static boolean sameAmount(@Nullable Quantity one, @Nullable Quantity other) {
    if (one == null || other == null) {
      return one == other;
    }
    return one.equals(other) || one.getNumericalAmount().compareTo(other.getNumericalAmount()) == 0;
  }
}
