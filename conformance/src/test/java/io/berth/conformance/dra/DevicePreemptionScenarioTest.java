package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.podOf;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Stage;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Preemption for devices from the decision (t0) over the end of the victims (t1), the end of their reservation (t2) and of their allocation
 * (t3) to the preemptor's own reservation (t4). Source: KEP-5690.
 */
class DevicePreemptionScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  @Test
  void aDeviceIsTakenFromAVictimAndReachesThePreemptor() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low"))
        .then(DevicePreemptionScenarioTest::lowIsToldWhyItGoes)
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("low")).isGone();
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
              assertThat(devices(stage, "b")).containsExactly("n/d1");
            })
        .run();
  }

  private static void lowIsToldWhyItGoes(Stage stage) {
    assertThat(podOf(stage, "low").getStatus().getConditions())
        .filteredOn(condition -> condition.getType().equals("DisruptionTarget"))
        .singleElement()
        .satisfies(condition -> assertThat(condition.getReason()).isEqualTo("PreemptionByScheduler"));
    assertThat(stage.cluster().events())
        .anySatisfy(
            event -> {
              assertThat(event.reason()).isEqualTo("Preempted");
              assertThat(event.regarding()).isEqualTo("default/low");
            });
  }

  @Test
  void withoutTheGateNobodyIsEvictedForADevice() {
    withNodes(node("n").cpu("4"))
        .gate(FeatureGates.DRA_PREEMPTION, false)
        .with(slice("n", "d1")).with(claims("a", "b"))
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMinutes(6))
        .then(stage -> assertThat(stage.pod("high")).isPendingBecause("cannot allocate all claims").evictsNobody())
        .run();
  }

  @Test
  void aPodOfEqualPriorityDoesNotStealWhatWasFreedForAnother() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b", "c"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .arrives(meek("thief", 100, "b"))
        .after(Duration.ofSeconds(1))
        .arrives(user("high", 100, "c"))
        .after(Duration.ofMinutes(2))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
              assertThat(stage.pod("thief")).isPending();
            })
        .run();
  }

  @Test
  void aPodOfHigherPriorityMayTakeItAndThenThePreemptorPreemptsAgain() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d1"))
        .with(claims("a", "b", "c", "d"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .arrives(user("middle", 10, "b"))
        .arrives(user("high", 100, "c"))
        .arrives(meek("highest", 200, "d"))
        .after(Duration.ofMinutes(3))
        .then(
            stage -> {
              assertThat(stage.pod("highest")).isScheduled();
              assertThat(stage.pod("high")).isScheduled().evictsExactly("low", "middle");
            })
        .run();
  }

  @Test
  void whatVictimsHadTooMuchIsNotFreeBeforeTheirClaimIsReleased() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"), claim("a", "gpu", 2)).with(claims("b", "c"))
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .arrives(meek("other", 50, "c"))
        .after(Duration.ofMinutes(1))
        .then(
            stage -> {
              assertThat(stage.pod("other")).isPendingBecause("cannot allocate all claims");
              assertThat(devices(stage, "a")).containsExactly("n/d1", "n/d2");
            })
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n");
              assertThat(stage.pod("other")).isOn("n");
              assertThat(devices(stage, "b")).containsExactly("n/d1");
              assertThat(devices(stage, "c")).containsExactly("n/d2");
            })
        .run();
  }

  /** Beside the preemptor d3 seems free, since the victim's claim has more than the preemptor takes; d4 is free in any case. */
  @Test
  void aDeviceThatIsFreeInAnyCaseIsGivenToOthersMeanwhile() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2", "d3", "d4"), claim("a", "gpu", 3), claim("b", "gpu", 2), claim("c", "gpu", 1))
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .arrives(meek("other", 50, "c"))
        .after(Duration.ofSeconds(5))
        .then(
            stage -> {
              assertThat(stage.pod("other")).isOn("n");
              assertThat(devices(stage, "c")).containsExactly("n/d4");
            })
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n");
              assertThat(devices(stage, "b")).containsExactly("n/d1", "n/d2");
            })
        .run();
  }

  @Test
  void aPreemptorThatIsDeletedLeavesTheDeviceToOthers() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b", "c"))
        .arrives(user("low", 0, "a"))
        .arrives(meek("other", 50, "c"))
        .arrives(user("high", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .when("the preemptor is deleted", stage -> stage.delete("high"))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("other")).isOn("n"))
        .run();
  }

  @Test
  void aRestartForgetsWhatIsHeldAndTheClusterSettlesAllTheSame() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofSeconds(5))
        .when("the scheduler crashes", Stage::crashScheduler)
        .when("and starts again", Stage::startScheduler)
        .after(VICTIMS_ARE_GONE)
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  @Test
  void anEvictionThatFailsIsTriedAgain() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .when("two deletes fail", stage ->
            stage.faults().arm(WriteFault.failing().on(Verb.DELETE).ofKind(ResourceKind.PODS).atMost(2)))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMinutes(3))
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }
}
