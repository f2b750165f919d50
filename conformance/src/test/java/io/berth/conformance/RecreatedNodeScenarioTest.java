package io.berth.conformance;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.resource.ResourceName;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A node that is deleted and made again under its name is another node. */
class RecreatedNodeScenarioTest {

  /**
   * Both nodes have seen the same number of changes when a snapshot is taken of them. The second must not be mistaken for the first.
   *
   * <p>Source: kubernetes/kubernetes issue 63262.
   */
  @Test
  void theSnapshotShowsTheNodeThatIsThereNow() {
    Scenario.withNodes(node("n1").uid("first").cpu("2"))
        .arrives(pod("big").cpu("4"))
        .then(stage -> {
          assertThat(stage.pod("big")).isPendingBecause("1 Insufficient cpu");
          assertThat(allocatableCpu(stage)).isEqualTo(2000);
        })
        .when("the node is made again", stage -> stage.removeNode("n1").create(node("n1").uid("second").cpu("8")))
        .then(stage -> {
          assertThat(allocatableCpu(stage)).isEqualTo(8000);
          assertThat(stage.pod("big")).isOn("n1");
        })
        .run();
  }

  /** As before, with a pod that was on the first node and went with it. */
  @Test
  void podsOfTheFirstNodeDoNotCountOnTheSecond() {
    Scenario.withNodes(node("n1").uid("first").cpu("2"))
        .running(pod("old").cpu("2").on("n1"))
        .arrives(pod("new").cpu("2"))
        .then(stage -> assertThat(stage.pod("new")).isPending())
        .when("the node goes with its pod and is made again", stage -> {
          stage.removeNode("n1").cluster().remove(pod("old").obj());
          stage.create(node("n1").uid("second").cpu("2"));
        })
        .then(stage -> assertThat(stage.pod("new")).isOn("n1"))
        .run();
  }

  private static long allocatableCpu(Stage stage) {
    return Objects.requireNonNull(stage.world().scheduler()).snapshot().nodes().get(0).allocatable().get(ResourceName.CPU);
  }
}
