package io.berth.plugins.nodeunschedulable;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: plugins/nodeunschedulable/node_unschedulable_test.go, v1.37.2. */
class NodeUnschedulableParityTest {
  private static final NodeInfo OPEN = node("n").unschedulable(false).info();
  private static final NodeInfo CORDONED = node("n").unschedulable(true).info();

  private final NodeUnschedulable plugin = new NodeUnschedulable(new FakeHandle());

  private static PodInfo tolerating() {
    return pod("p").toleration("node.kubernetes.io/unschedulable", "", "NoSchedule").info();
  }

  @Test
  void anOpenNodeTakesEveryPod() {
    assertThat(Cycle.of(plugin, pod("p").info()).filter(OPEN)).isEqualTo(Status.SUCCESS);
  }

  @Test
  void aCordonedNodeIsOutOfTheQuestion() {
    Cycle cycle = Cycle.of(plugin, pod("p").info());
    assertThat(cycle.preFilter()).isEqualTo(PreFilterDecision.ALL_NODES);
    Status status = cycle.filter(CORDONED);
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("node(s) were unschedulable");
    assertThat(status.plugin()).isEqualTo("NodeUnschedulable");
  }

  @Test
  void aPodThatToleratesTheCordonMayGoThere() {
    assertThat(Cycle.of(plugin, tolerating()).filter(CORDONED)).isEqualTo(Status.SUCCESS);
  }

  private QueueingHint afterNode(@Nullable NodeInfo before, NodeInfo after) {
    ActionType action = before == null ? ActionType.ADD : ActionType.UPDATE_NODE_TAINT;
    return Cycle.of(plugin, pod("p").info()).hint(EventResource.NODE, action, before, after);
  }

  @Test
  void onlyANodeThatOpensHelps() {
    assertThat(afterNode(null, OPEN)).isEqualTo(QueueingHint.QUEUE);
    assertThat(afterNode(CORDONED, OPEN)).isEqualTo(QueueingHint.QUEUE);
    assertThat(afterNode(null, CORDONED)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterNode(OPEN, OPEN)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterNode(OPEN, CORDONED)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterNode(CORDONED, CORDONED)).isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void aNewTolerationHelpsIfItIsTheRightOne() {
    PodInfo before = pod("p").info();
    PodInfo other = pod("p").toleration("other", "", "NoSchedule").info();
    assertThat(
            Cycle.of(plugin, tolerating())
                .hint(EventResource.TARGET_POD, ActionType.UPDATE_POD_TOLERATION, before, tolerating()))
        .isEqualTo(QueueingHint.QUEUE);
    assertThat(
            Cycle.of(plugin, other)
                .hint(EventResource.TARGET_POD, ActionType.UPDATE_POD_TOLERATION, before, other))
        .isEqualTo(QueueingHint.QUEUE_SKIP);
  }
}
