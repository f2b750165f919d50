package io.berth.scheduler.internal.events;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.event.ClusterEvent;
import io.berth.testkit.PodFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodChangesTest {
  private final PodChanges changes = new PodChanges(FeatureGates.defaults());

  private List<String> events(PodFixture before, PodFixture after, boolean target) {
    return changes.between(before.info(), after.info(), target).stream().map(ClusterEvent::label).toList();
  }

  @Test
  void aChangeOfNothingInParticularIsAGeneralUpdate() {
    assertThat(events(pod("p"), pod("p").annotation("a", "b"), true)).containsExactly("TargetPodUpdate");
    assertThat(events(pod("p"), pod("p"), false)).containsExactly("UnscheduledPodUpdate");
    assertThat(events(pod("p").on("n"), pod("p").on("n"), true)).containsExactly("AssignedPodUpdate");
  }

  @Test
  void eachKindOfChangeHasItsEvent() {
    assertThat(events(pod("p"), pod("p").label("a", "b"), true)).containsExactly("TargetPodUpdatePodLabel");
    assertThat(events(pod("p").schedulingGates("g"), pod("p"), true))
        .containsExactly("TargetPodUpdatePodSchedulingGatesEliminated");
    assertThat(events(pod("p").schedulingGates("g", "h"), pod("p").schedulingGates("h"), true))
        .containsExactly("TargetPodUpdate");
    assertThat(events(pod("p"), pod("p").toleration("a"), true)).containsExactly("TargetPodUpdatePodToleration");
  }

  @Test
  void requestsThatGrowOrShrinkAreScaledUpOrDown() {
    assertThat(events(pod("p").cpu("2"), pod("p").cpu("1"), true)).containsExactly("TargetPodUpdatePodScaleDown");
    assertThat(events(pod("p").cpu("1"), pod("p").cpu("2"), true)).containsExactly("TargetPodUpdatePodScaleUp");
    assertThat(events(pod("p").cpu("1"), pod("p").memory("1"), true))
        .containsExactly("TargetPodUpdatePodScaleDown", "TargetPodUpdatePodScaleUp");
    assertThat(events(pod("p").cpu("1"), pod("p").cpu("1000m"), true)).containsExactly("TargetPodUpdate");
  }
}
