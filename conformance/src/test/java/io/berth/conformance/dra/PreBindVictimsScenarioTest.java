package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.use;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.controllers.ResourceClaimController;
import io.berth.simulator.faults.WriteFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Victims whose claims are being written when they are preempted: they are taken back, and nobody deletes them. Source: KEP-5690. */
class PreBindVictimsScenarioTest {
  private static final Duration LATE = Duration.ofSeconds(3);

  /** low is in PreBind: its claim is written at once or late, and the answer is late in any case. */
  private static Scenario whileTheClaimIsWritten(Duration beforeDone) {
    return Scenario.withNodes(node("n").cpu("4"))
        .gate(FeatureGates.DRA_PREEMPTION, true)
        .with(deviceClass("gpu"), slice("n", "d1")).with(claims("a", "b"))
        .when("the claim controller starts", stage ->
            ResourceClaimController.on(stage.world().time(), stage.cluster()).start())
        .when("one write of a claim is late", stage ->
            stage.faults().arm(
                WriteFault.late(beforeDone, LATE).on(Verb.UPDATE_STATUS).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(1)))
        .arrives(pod("low").priority(0).podResourceClaims(use("a")))
        .after(Duration.ofMillis(500))
        .arrives(pod("high").priority(100).podResourceClaims(use("b")))
        .after(Duration.ofMillis(500));
  }

  private static long preemptions(Stage stage) {
    return stage.cluster().events().stream().filter(event -> event.reason().equals("Preempted")).count();
  }

  @Test
  void aVictimWhoseClaimIsBeingWrittenIsPreemptedOnce() {
    whileTheClaimIsWritten(LATE)
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").hasAttempts(1))
        .then(stage -> assertThat(preemptions(stage)).isEqualTo(1))
        .after(Duration.ofMinutes(1))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsNobody();
              assertThat(stage.pod("low")).isPendingBecause("cannot allocate all claims");
              assertThat(preemptions(stage)).isEqualTo(1);
            })
        .run();
  }

  /** Its claim has been allocated meanwhile. The victim is tried again, and may not have it: it gives it up, and the preemptor is placed. */
  @Test
  void aVictimWhoseClaimHasBeenWrittenDoesNotComeBackToIt() {
    whileTheClaimIsWritten(Duration.ZERO)
        .after(Duration.ofMinutes(1))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsNobody();
              assertThat(stage.pod("low")).isPendingBecause("cannot allocate all claims");
            })
        .run();
  }
}
