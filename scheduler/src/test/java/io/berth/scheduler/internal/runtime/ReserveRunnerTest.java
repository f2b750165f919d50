package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.reserve;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.ReservePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReserveRunnerTest {
  private final RunnerFixture fixture = new RunnerFixture();
  private final List<String> calls = new ArrayList<>();

  @Test
  void theFirstFailureEndsIt() {
    Status status =
        fixture
            .runner(
                reserve("A", calls, pod -> Status.SUCCESS),
                reserve("B", calls, pod -> Status.unschedulable("no")),
                reserve("C", calls, pod -> Status.SUCCESS))
            .runReservePluginsReserve(fixture.state, fixture.pod, "n1");

    assertThat(calls).containsExactly("reserve A", "reserve B");
    assertThat(status).isEqualTo(Status.unschedulable("no").withPlugin("B"));
  }

  @Test
  void anErrorIsToldInThePluginsName() {
    Status status =
        fixture
            .runner(reserve("A", calls, pod -> Status.error("broken")))
            .runReservePluginsReserve(fixture.state, fixture.pod, "n1");

    assertThat(status.message()).isEqualTo("running Reserve plugin \"A\": broken");
  }

  @Test
  void unreserveCallsAllInReverseOrderEvenWhenOneThrows() {
    fixture
        .runner(
            reserve("A", calls, pod -> Status.SUCCESS),
            new ThrowingReserve(),
            reserve("C", calls, pod -> Status.SUCCESS))
        .runReservePluginsUnreserve(fixture.state, fixture.pod, "n1");

    assertThat(calls).containsExactly("unreserve C", "unreserve A");
  }

  private static final class ThrowingReserve implements ReservePlugin {
    @Override
    public String name() {
      return "Throwing";
    }

    @Override
    public Status reserve(CycleState state, PodInfo pod, String nodeName) {
      return Status.SUCCESS;
    }

    @Override
    public void unreserve(CycleState state, PodInfo pod, String nodeName) {
      throw new IllegalStateException("oops");
    }
  }
}
