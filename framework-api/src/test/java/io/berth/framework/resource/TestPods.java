package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Builds pods with resources from texts such as {@code cpu=1}, {@code memory=2Gi}. */
final class TestPods {

  private TestPods() {}

  static PodBuilder pod(Container... containers) {
    return new PodBuilder()
        .withNewMetadata().withNamespace("default").withName("p").endMetadata()
        .withNewSpec().withContainers(containers).endSpec();
  }

  static Container container(String name, String... requests) {
    return new ContainerBuilder().withName(name).withResources(requests(requests)).build();
  }

  static Container sidecar(String name, String... requests) {
    return new ContainerBuilder(container(name, requests)).withRestartPolicy("Always").build();
  }

  static ContainerStatus status(String name, Map<String, Quantity> allocated, Map<String, Quantity> actuated) {
    return new ContainerStatusBuilder().withName(name).withAllocatedResources(allocated)
        .withResources(actuated.isEmpty() ? null : new ResourceRequirementsBuilder().withRequests(actuated).build())
        .build();
  }

  static PodBuilder infeasible(PodBuilder pod) {
    return pod.editOrNewStatus()
        .addToConditions(new PodConditionBuilder().withType("PodResizePending").withReason("Infeasible").build())
        .endStatus();
  }

  static ResourceRequirements requests(String... amounts) {
    return new ResourceRequirementsBuilder().withRequests(list(amounts)).build();
  }

  static Map<String, Quantity> list(String... amounts) {
    Map<String, Quantity> list = new LinkedHashMap<>();
    for (String amount : amounts) {
      String[] parts = amount.split("=");
      list.put(parts[0], new Quantity(parts[1]));
    }
    return list;
  }
}
