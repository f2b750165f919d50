package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.consumers;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.berth.testkit.PodFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The cluster refuses to let a victim go, and its claim keeps its devices: whoever was turned down because the claim was to be released is
 * told. Source: KEP-5690 leaves it open.
 */
@ExtendWith(ScenarioExtension.class)
class SparedVictimsScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** high preempts low, and is told three seconds later that it can't; the other one comes in between. */
  private Scenario refused(PodFixture other, int times) {
    return withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .after(Duration.ofSeconds(5))
        .when("low is marked late, and can't be deleted", stage -> {
          stage.faults().arm(
              WriteFault.late(Duration.ZERO, Duration.ofSeconds(3)).on(Verb.PATCH_STATUS).when(request -> request.name().equals("low")).atMost(1));
          stage.faults().arm(WriteFault.failing().on(Verb.DELETE).ofKind(ResourceKind.PODS).atMost(times));
        })
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMillis(500))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n"))
        .arrives(other)
        .then(stage -> assertThat(stage.pod(other.info().name())).isPending());
  }

  /** It shares the claim, and could not use it while it was to be released. */
  @Test
  void whoSharesTheClaimIsToldWhenItStays() {
    refused(user("sharer", 100, "a"), 1000)
        .after(Duration.ofSeconds(10))
        .then(
            stage -> {
              assertThat(stage.pod("sharer")).isOn("n");
              assertThat(consumers(stage, "a")).containsExactly("low", "sharer");
            })
        .run();
  }

  /** As above, and the claim is not to be released for anybody any more. */
  @Test
  void whoSharesTheClaimIsToldWhenThePreemptorIsGone() {
    refused(user("sharer", 100, "a"), 1)
        .when("the preemptor is deleted", stage -> stage.delete("high"))
        .then(stage -> assertThat(stage.pod("sharer")).isOn("n"))
        .run();
  }

  /** It could not have what was held for the preemptor, whom nobody helps any more. */
  @Test
  void whoCouldPreemptTheVictimIsToldWhenItStays() {
    refused(user("other", 50, "c"), 1)
        .when("the preemptor is deleted", stage -> stage.delete("high"))
        .after(VICTIMS_ARE_GONE.plus(Duration.ofSeconds(30)))
        .then(stage -> assertThat(stage.pod("other")).isOn("n").evictsExactly("low"))
        .run();
  }

  @Test
  void whoNeverPreemptsIsNotHelped() {
    refused(meek("other", 50, "c"), 1)
        .when("the preemptor is deleted", stage -> stage.delete("high"))
        .after(Duration.ofMinutes(1))
        .then(stage -> assertThat(stage.pod("other")).isPending())
        .then(stage -> assertThat(stage.pod("low")).isOn("n"))
        .run();
  }
}
