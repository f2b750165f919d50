package io.berth.conformance;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.matching;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;

import io.berth.framework.CycleState;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A pod counts as it was when its node was chosen until the cluster shows it there. When it then turns out to be another one, or to be
 * elsewhere, who waited because of what it was is tried again.
 */
@ExtendWith(ScenarioExtension.class)
class NotAsAssumedScenarioTest {
  private static final Duration SECONDS = Duration.ofSeconds(3);

  /** Keeps the pod {@code first} waiting. */
  private record Held() implements PermitPlugin {
    @Override
    public String name() {
      return "Held";
    }

    @Override
    public PermitDecision permit(CycleState state, PodInfo pod, String nodeName) {
      return pod.name().equals("first") ? new PermitDecision.WaitAtMost(Duration.ofHours(1)) : PermitDecision.ALLOW;
    }
  }

  private static WriteFault slowBinding() {
    return WriteFault.late(Duration.ofSeconds(1), Duration.ZERO).on(Verb.BIND).atMost(1);
  }

  @Test
  void whoFitsBesideAPodThatHasBecomeSmallerIsTriedAgain() {
    Scenario.withNodes(node("n1").cpu("2"))
        .when("bindings are slow", stage -> stage.faults().arm(slowBinding()))
        .arrives(pod("first").cpu("1500m"))
        .arrives(pod("next").cpu("1"))
        .then(stage -> assertThat(stage.pod("next")).isPending())
        .when(
            "the first becomes smaller",
            stage ->
                stage.changePod(
                    "first",
                    first ->
                        first.editSpec().editContainer(0).editResources().addToRequests("cpu", new Quantity("1")).endResources()
                            .endContainer().endSpec()))
        .after(SECONDS)
        .then(stage -> assertThat(stage.pod("next")).isOn("n1"))
        .run();
  }

  @Test
  void whoIsNoLongerKeptAwayByAPodsLabelsIsTriedAgain() {
    Scenario.withNodes(node("n1").label("kubernetes.io/hostname", "n1"))
        .when("bindings are slow", stage -> stage.faults().arm(slowBinding()))
        .arrives(pod("first").label("app", "a"))
        .arrives(pod("next").podAntiAffinity("kubernetes.io/hostname", matching("app", "a"), REQUIRED))
        .then(stage -> assertThat(stage.pod("next")).isPending())
        .when(
            "the first has another label",
            stage -> stage.changePod("first", first -> first.editMetadata().addToLabels("app", "b").endMetadata()))
        .after(SECONDS)
        .then(stage -> assertThat(stage.pod("next")).isOn("n1"))
        .run();
  }

  @Test
  void whoFitsWhereAPodWasAssumedThatSomebodyElseHasBoundElsewhereIsTriedAgain() {
    Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("1"))
        .using(new Held())
        .arrives(pod("first").cpu("2"))
        .arrives(pod("next").cpu("2"))
        .then(stage -> assertThat(stage.pod("next")).isPending())
        .when("another scheduler binds the first", stage -> stage.changePod("first", first -> first.editSpec().withNodeName("n2").endSpec()))
        .after(SECONDS)
        .then(stage -> assertThat(stage.pod("next")).isOn("n1"))
        .run();
  }
}
