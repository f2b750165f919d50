package io.berth.plugins.nodename;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.plugins.Cycle;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Source: plugins/nodename/node_name_test.go, v1.37.2. */
class NodeNameParityTest {
  private final NodeName plugin = new NodeName();

  @Test
  void aPodThatNamesNoNodeMayGoAnywhere() {
    Cycle cycle = Cycle.of(plugin, pod("p").info());
    assertThat(cycle.preFilter()).isEqualTo(PreFilterDecision.ALL_NODES);
    assertThat(cycle.filter(node("foo").info())).isEqualTo(Status.SUCCESS);
  }

  @Test
  void aPodThatNamesANodeGoesThere() {
    Cycle cycle = Cycle.of(plugin, pod("p").on("foo").info());
    assertThat(cycle.preFilter()).isEqualTo(PreFilterDecision.only(Set.of("foo")));
    assertThat(cycle.filter(node("foo").info())).isEqualTo(Status.SUCCESS);
  }

  @Test
  void everyOtherNodeIsOutOfTheQuestion() {
    Status status = Cycle.of(plugin, pod("p").on("bar").info()).filter(node("foo").info());
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("node(s) didn't match the requested node name");
    assertThat(status.plugin()).isEqualTo("NodeName");
  }

  @Test
  void aNewNodeIsAlwaysWorthAnAttempt() {
    assertThat(Cycle.of(plugin, pod("p").on("bar").info()).hint(EventResource.NODE, ActionType.ADD, null, node("n").info()))
        .isEqualTo(QueueingHint.QUEUE);
  }
}
