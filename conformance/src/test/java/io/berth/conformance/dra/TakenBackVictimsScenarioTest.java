package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.claimOf;
import static io.berth.conformance.dra.DevicePreemptions.devices;
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
 * A victim is taken back while its claim is being written, and the write that would give the claim back fails. Nobody else does it for a pod
 * that is still there, and its own next attempt need not get so far. Source: KEP-5690 leaves it open.
 */
@ExtendWith(ScenarioExtension.class)
class TakenBackVictimsScenarioTest {
  private static final Duration LATE = Duration.ofSeconds(3);

  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** What is written of a claim from low's first write on: this, and then so many failures. */
  private Scenario lowIsTakenBack(PodFixture low, PodFixture high, WriteFault first, int failures) {
    return withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1), claim("nothing", "gpu", 0))
        .when("the claim controller starts", controller::start)
        .when("low's first write is answered late", stage -> stage.faults().arm(
            first.on(Verb.UPDATE_STATUS).when(request -> request.name().equals("a")).atMost(1)))
        .arrives(low)
        .after(Duration.ofMillis(500))
        .when("then claims cannot be written for a while", stage -> stage.faults().arm(
            WriteFault.failing().on(Verb.UPDATE_STATUS).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(failures)))
        .arrives(high)
        .after(Duration.ofMillis(500))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n"));
  }

  private Scenario lowIsTakenBack(PodFixture low, PodFixture high) {
    return lowIsTakenBack(low, high, WriteFault.late(Duration.ZERO, LATE), 1);
  }

  private static void thePreemptorIsPlaced(Scenario scenario) {
    scenario
        .after(Duration.ofMinutes(1))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsNobody();
              assertThat(stage.pod("low")).isPending();
              assertThat(devices(stage, "b")).containsExactly("n/d1");
            })
        .run();
  }

  /** low waits until it is gone, and so never finds it again. */
  @Test
  void aClaimThatIsBeingDeletedIsGivenBack() {
    thePreemptorIsPlaced(
        lowIsTakenBack(user("low", 0, "a"), user("high", 100, "b"))
            .when("somebody deletes low's claim", stage -> stage.cluster().delete(claimOf(stage, "a"))));
  }

  @Test
  void aClaimOfAVictimThatWaitsForAnotherClaimIsGivenBack() {
    thePreemptorIsPlaced(
        lowIsTakenBack(user("low", 0, "a", "nothing"), user("high", 100, "b"))
            .when("somebody deletes low's other claim", stage -> stage.cluster().delete(claimOf(stage, "nothing"))));
  }

  /** low is turned down before its devices are looked at. */
  @Test
  void aClaimOfAVictimThatDoesNotFitBesideThePreemptorIsGivenBack() {
    thePreemptorIsPlaced(lowIsTakenBack(user("low", 0, "a").cpu("3"), user("high", 100, "b").cpu("3")));
  }

  @Test
  void itIsTriedUntilItSucceeds() {
    thePreemptorIsPlaced(
        lowIsTakenBack(
            user("low", 0, "a").cpu("3"), user("high", 100, "b").cpu("3"), WriteFault.late(Duration.ZERO, LATE), 5));
  }

  /** Nobody has told low that its claim was written. */
  @Test
  void aClaimThatWasWrittenThoughTheAnswerWasLostIsGivenBack() {
    thePreemptorIsPlaced(
        lowIsTakenBack(
            user("low", 0, "a").cpu("3"), user("high", 100, "b").cpu("3"), WriteFault.answerLost(LATE), 0));
  }
}
