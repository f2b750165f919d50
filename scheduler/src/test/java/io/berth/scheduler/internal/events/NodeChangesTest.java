package io.berth.scheduler.internal.events;

import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.event.ClusterEvent;
import io.berth.testkit.NodeFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeChangesTest {
  private final NodeChanges changes = new NodeChanges(FeatureGates.defaults());

  private static NodeFixture base() {
    return node("n").cpu("4").condition("Ready", "True", "", "KubeletReady");
  }

  private List<String> events(NodeFixture before, NodeFixture after) {
    return changes.between(before.info(), after.info()).stream().map(ClusterEvent::label).toList();
  }

  @Test
  void aNodeThatStaysTheSameMeansNothing() {
    assertThat(events(base(), base())).isEmpty();
  }

  @Test
  void amountsAreComparedByValue() {
    assertThat(events(base(), node("n").cpu("4000m").condition("Ready", "True", "", ""))).isEmpty();
    assertThat(events(base(), base().cpu("5"))).containsExactly("NodeUpdateNodeAllocatable");
  }

  @Test
  void eachKindOfChangeHasItsEvent() {
    assertThat(events(base(), base().label("a", "b"))).containsExactly("NodeUpdateNodeLabel");
    assertThat(events(base(), base().taint("a", "b", "NoSchedule"))).containsExactly("NodeUpdateNodeTaint");
    assertThat(events(base(), base().annotation("a", "b"))).containsExactly("NodeUpdateNodeAnnotation");
    assertThat(events(base(), base().declaredFeatures("F"))).containsExactly("NodeUpdateNodeDeclaredFeature");
    assertThat(events(base(), base().condition("DiskPressure", "True", "", ""))).containsExactly("NodeUpdateNodeCondition");
  }

  @Test
  void aHeartbeatIsNoChangeOfCondition() {
    assertThat(events(base(), node("n").cpu("4").condition("Ready", "True", "other words", "OtherReason"))).isEmpty();
  }

  @Test
  void aNodeThatMayBeUsedAgainLostATaint() {
    assertThat(events(base().unschedulable(true), base())).containsExactly("NodeUpdateNodeTaint");
    assertThat(events(base(), base().unschedulable(true))).isEmpty();
  }

  @Test
  void severalChangesAtOnceAreSeveralEvents() {
    assertThat(events(base(), base().cpu("5").label("a", "b")))
        .containsExactly("NodeUpdateNodeAllocatable", "NodeUpdateNodeLabel");
  }

  @Test
  void declaredFeaturesDependOnTheirGate() {
    NodeChanges without = new NodeChanges(FeatureGates.defaults().with(FeatureGates.NODE_DECLARED_FEATURES, false));

    assertThat(without.between(base().info(), base().declaredFeatures("F").info())).isEmpty();
  }
}
