package io.berth.plugins.schedulinggates;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import org.junit.jupiter.api.Test;

/** Source: plugins/schedulinggates/scheduling_gates_test.go, v1.37.2. */
class SchedulingGatesParityTest {
  private final SchedulingGates plugin = new SchedulingGates();

  @Test
  void aPodWithoutGatesMayEnter() {
    assertThat(plugin.preEnqueue(pod("p").info())).isEqualTo(Status.SUCCESS);
  }

  @Test
  void aPodWithGatesWaitsForAllOfThem() {
    Status status = plugin.preEnqueue(pod("p").schedulingGates("foo", "bar").info());
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("waiting for scheduling gates: [foo bar]");
    assertThat(status.plugin()).isEqualTo("SchedulingGates");
  }

  @Test
  void theLastGateThatGoesQueuesThePod() {
    PodInfo gated = pod("p").schedulingGates("foo").info();
    PodInfo free = pod("p").info();
    QueueingHint hint =
        Cycle.of(plugin, free)
            .hint(
                EventResource.TARGET_POD, ActionType.UPDATE_POD_SCHEDULING_GATES_ELIMINATED, gated, free);
    assertThat(hint).isEqualTo(QueueingHint.QUEUE);
  }
}
