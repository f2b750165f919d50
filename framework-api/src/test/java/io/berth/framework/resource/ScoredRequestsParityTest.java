package io.berth.framework.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: plugins/noderesources/resource_allocation.go; the scorer that NewFit makes has no gates, v1.37.2. */
class ScoredRequestsParityTest {
  private static final long MIB = 1024 * 1024;

  private static PodResources of(Pod pod) {
    return EffectiveRequests.upstream().of(pod);
  }

  private static PodBuilder pod(Map<String, Quantity> requests) {
    return new PodBuilder()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withResources(new ResourceRequirementsBuilder().withRequests(requests).build())
        .endContainer()
        .endSpec();
  }

  @Test
  void aContainerWithoutRequestsIsScoredWithTheDefaults() {
    PodResources resources = of(pod(Map.of()).build());
    assertThat(resources.scored(ResourceName.CPU, false)).isEqualTo(100);
    assertThat(resources.scored(ResourceName.MEMORY, false)).isEqualTo(200 * MIB);
    assertThat(resources.scored(ResourceName.CPU, true)).isZero();
  }

  @Test
  void allocationIsScoredByTheContainersAloneAndBalanceByThePodLevel() {
    Pod pod =
        pod(Map.of("cpu", new Quantity("1")))
            .editSpec()
            .withResources(
                new ResourceRequirementsBuilder().withRequests(Map.of("cpu", new Quantity("3"))).build())
            .endSpec()
            .build();
    PodResources resources = of(pod);
    assertThat(resources.scored(ResourceName.CPU, false)).isEqualTo(1000);
    assertThat(resources.scored(ResourceName.CPU, true)).isEqualTo(3000);
    assertThat(resources.incoming().get(ResourceName.CPU)).isEqualTo(3000);
    assertThat(resources.nonZeroMilliCpu()).isEqualTo(3000);
    assertThat(resources.nonZeroMemory()).isEqualTo(200 * MIB);
  }

  @Test
  void allocationIsScoredByTheSpecAndBalanceByTheStatusAsWell() {
    Pod pod =
        pod(Map.of("cpu", new Quantity("1"), "example.com/gpu", new Quantity("1")))
            .withNewStatus()
            .addNewContainerStatus()
            .withName("c")
            .withAllocatedResources(Map.of("cpu", new Quantity("2"), "example.com/gpu", new Quantity("4")))
            .endContainerStatus()
            .endStatus()
            .build();
    PodResources resources = of(pod);
    ResourceName gpu = ResourceName.of("example.com/gpu");
    assertThat(resources.scored(ResourceName.CPU, false)).isEqualTo(1000);
    assertThat(resources.scored(ResourceName.CPU, true)).isEqualTo(2000);
    assertThat(resources.scored(gpu, false)).isEqualTo(1);
    assertThat(resources.scored(gpu, true)).isEqualTo(4);
    assertThat(resources.nonZeroMilliCpu()).isEqualTo(2000);
    assertThat(resources.nonZeroMemory()).isEqualTo(200 * MIB);
  }
}
