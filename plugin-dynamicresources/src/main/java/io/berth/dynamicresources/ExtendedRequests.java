package io.berth.dynamicresources;

import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a special claim, and which container is served by which.
 *
 * <p>Containers and sidecars run side by side, so that each has a request of its own for each resource. An init container that ends
 * before later ones start uses their devices; what it needs beyond these is one more request for each resource, as large as the most
 * demanding init container needs it.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go (createRequestsAndMappings), v1.37.2.
 *
 * @param requests by name
 * @param mappings by resource; of each first those of containers and sidecars, then those of init containers, in the pod's order
 */
record ExtendedRequests(List<DeviceRequest> requests, List<ContainerExtendedResourceRequest> mappings) {
  private static final String EXACT_COUNT = "ExactCount";

  ExtendedRequests {
    requests = List.copyOf(requests);
    mappings = List.copyOf(mappings);
  }

  /**
   * The requests of a pod.
   *
   * @param classes the names of the classes, by the names of the resources that devices are to provide
   */
  static ExtendedRequests of(Pod pod, SortedMap<String, String> classes) {
    Builder builder = new Builder(pod);
    classes.forEach(builder::add);
    return builder.build();
  }

  /** A request under construction: how many devices of the class. */
  private record Wanted(String name, String deviceClass, long count) {
    DeviceRequest toRequest() {
      return new DeviceRequestBuilder()
          .withName(name)
          .withNewExactly()
          .withDeviceClassName(deviceClass)
          .withAllocationMode(EXACT_COUNT)
          .withCount(count)
          .endExactly()
          .build();
    }
  }

  private static final class Builder {
    private final List<Container> containers = new ArrayList<>();
    private final int initContainers;
    private final List<Wanted> wanted = new ArrayList<>();
    private final List<ContainerExtendedResourceRequest> mappings = new ArrayList<>();

    Builder(Pod pod) {
      containers.addAll(orNone(pod.getSpec().getInitContainers()));
      initContainers = containers.size();
      containers.addAll(orNone(pod.getSpec().getContainers()));
    }

    private static List<Container> orNone(@Nullable List<Container> list) {
      return list == null ? List.of() : list;
    }

    void add(String resource, String deviceClass) {
      List<@Nullable Wanted> lasting = new ArrayList<>();
      for (int i = 0; i < containers.size(); i++) {
        long amount = endsEarly(i) ? 0 : amount(i, resource);
        Wanted own = amount == 0 ? null : new Wanted(requestName(i, resource), deviceClass, amount);
        lasting.add(own);
        if (own != null) {
          mappings.add(mapping(i, resource, own.name));
        }
      }
      Wanted most = addEarly(resource, deviceClass, lasting);
      if (most != null) {
        wanted.add(most);
      }
      for (Wanted own : lasting) {
        if (own != null) {
          wanted.add(own);
        }
      }
    }

    /** Maps the init containers that end early, and returns what the most demanding one needs beyond what it can use of others. */
    private @Nullable Wanted addEarly(String resource, String deviceClass, List<@Nullable Wanted> lasting) {
      List<ContainerExtendedResourceRequest> early = new ArrayList<>();
      Set<String> extras = new HashSet<>();
      Wanted most = null;
      for (int i = 0; i < initContainers; i++) {
        long amount = endsEarly(i) ? amount(i, resource) : 0;
        for (int later = i; later < lasting.size() && amount > 0; later++) {
          Wanted reused = lasting.get(later);
          if (reused != null) {
            early.add(mapping(i, resource, reused.name));
            amount -= reused.count;
          }
        }
        if (amount > 0) {
          Wanted extra = new Wanted(requestName(i, resource), deviceClass, amount);
          extras.add(extra.name);
          early.add(mapping(i, resource, extra.name));
          most = most == null || most.count < amount ? extra : most;
        }
      }
      for (ContainerExtendedResourceRequest mapping : early) {
        boolean shared = most != null && extras.contains(mapping.getRequestName());
        mappings.add(
            shared
                ? new ContainerExtendedResourceRequest(mapping.getContainerName(), most.name, mapping.getResourceName())
                : mapping);
      }
      return most;
    }

    private boolean endsEarly(int container) {
      return container < initContainers && !"Always".equals(containers.get(container).getRestartPolicy());
    }

    /** How much the container requests; an amount that is not whole counts as none. */
    private long amount(int container, String resource) {
      Quantity requested = requests(container).get(resource);
      if (requested == null) {
        return 0;
      }
      ExactQuantity exact = ExactQuantity.of(requested);
      long whole = exact.valueCeil();
      return whole > 0 && ExactQuantity.ofValue(whole).equals(exact) ? whole : 0;
    }

    /** Named after the place of the container in the pod and of the resource among what it requests, so that the name is always short. */
    private String requestName(int container, String resource) {
      int place = new TreeSet<>(requests(container).keySet()).headSet(resource).size();
      return "container-" + container + "-request-" + place;
    }

    private Map<String, Quantity> requests(int container) {
      var resources = containers.get(container).getResources();
      Map<String, Quantity> requests = resources == null ? null : resources.getRequests();
      return requests == null ? Map.of() : requests;
    }

    private ContainerExtendedResourceRequest mapping(int container, String resource, String requestName) {
      return new ContainerExtendedResourceRequest(containers.get(container).getName(), requestName, resource);
    }

    ExtendedRequests build() {
      wanted.sort(Comparator.comparing(Wanted::name));
      return new ExtendedRequests(wanted.stream().map(Wanted::toRequest).toList(), mappings);
    }
  }
}
