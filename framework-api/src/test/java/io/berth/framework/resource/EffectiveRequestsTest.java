package io.berth.framework.resource;

import static io.berth.framework.resource.TestPods.container;
import static io.berth.framework.resource.TestPods.list;
import static io.berth.framework.resource.TestPods.pod;
import static io.berth.framework.resource.TestPods.requests;
import static io.berth.framework.resource.TestPods.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class EffectiveRequestsTest {

  private static final long MEBI = 1024 * 1024;

  private final EffectiveRequests upstream = EffectiveRequests.upstream();

  @Test
  void aPodThatRequestsNothingCountsWithAnAssumptionForItsScore() {
    PodResources resources = upstream.of(pod(container("a"), container("b")).build());

    assertThat(resources.incoming()).isEqualTo(Resources.EMPTY);
    assertThat(resources.onNode()).isEqualTo(Resources.EMPTY);
    assertThat(resources.nonZeroMilliCpu()).isEqualTo(200);
    assertThat(resources.nonZeroMemory()).isEqualTo(400 * MEBI);
    assertThat(resources.scored(ResourceName.CPU, false)).isEqualTo(200);
    assertThat(resources.scored(ResourceName.MEMORY, false)).isEqualTo(400 * MEBI);
    assertThat(resources.scored(ResourceName.CPU, true)).isZero();
  }

  @Test
  void whatIsAskedOfANodeIsTheSpecWhileWhatIsTakenFollowsTheStatus() {
    PodResources resources = upstream.of(pod(container("a", "cpu=1", "example.com/gpu=1")).withNewStatus()
        .withContainerStatuses(status("a", list("cpu=3"), list("cpu=2"))).endStatus().build());

    assertThat(resources.incoming().get(ResourceName.CPU)).isEqualTo(1000);
    assertThat(resources.onNode().get(ResourceName.CPU)).isEqualTo(3000);
    assertThat(resources.onNode().get(ResourceName.of("example.com/gpu"))).isEqualTo(1);
    assertThat(resources.scored(ResourceName.CPU, true)).isEqualTo(3000);
    assertThat(resources.scored(ResourceName.CPU, false)).isEqualTo(1000);
    assertThat(resources.scored(ResourceName.of("example.com/gpu"), false)).isEqualTo(1);
  }

  @Test
  void nodeAccountingSeesPodLevelRequestsWhileAllocationIsScoredByTheContainersAlone() {
    Pod pod = pod(container("a", "memory=1Gi"), container("b")).editSpec()
        .withResources(requests("cpu=2", "hugepages-2Mi=4Mi")).endSpec().build();
    PodResources resources = upstream.of(pod);

    assertThat(resources.nonZeroMilliCpu()).isEqualTo(2000);
    assertThat(resources.nonZeroMemory()).isEqualTo(1024 * MEBI);
    assertThat(resources.allocation()).hasToString("{cpu=200m, memory=" + 1224 * MEBI + "}");
    assertThat(resources.scored(ResourceName.of("hugepages-2Mi"), false)).isZero();
    assertThat(resources.scored(ResourceName.of("hugepages-2Mi"), true)).isEqualTo(4 * MEBI);
  }

  @Test
  void gatesThatAreOffTakeTheirFiguresOut() {
    Pod pod = pod(container("a", "cpu=1")).editSpec().withResources(requests("cpu=2")).endSpec().withNewStatus()
        .withContainerStatuses(status("a", list("cpu=3"), list())).endStatus().build();
    EffectiveRequests off = EffectiveRequests.upstream(new UpstreamRequestOptions(false, false, false, false));

    assertThat(off.of(pod).onNode().get(ResourceName.CPU)).isEqualTo(1000);
    assertThat(upstream.of(pod).onNode().get(ResourceName.CPU)).isEqualTo(2000);
  }

  @Test
  void sharesOneVectorWhereIncomingAndTakenAreTheSame() {
    PodResources resources = upstream.of(pod(container("a", "cpu=100500u", "memory=0.3Gi", "pods=1", "storage=1Gi")).build());

    assertThat(resources.incoming()).isSameAs(resources.onNode()).isSameAs(resources.allocation());
    assertThat(resources.incoming()).hasToString("{cpu=101m, memory=322122548}");
  }

  @Test
  void anAmountThatIsNoQuantityIsNamed() {
    Pod pod = pod(container("a", "memory=1Kb")).build();

    assertThatThrownBy(() -> upstream.of(pod)).isInstanceOf(QuantityFormatException.class).hasMessageContaining("\"1Kb\"");
  }
}
