package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.SLOW;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.allocate;
import static io.berth.conformance.dra.DevicePreemptions.capacityClaim;
import static io.berth.conformance.dra.DevicePreemptions.clearNomination;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.memory;
import static io.berth.conformance.dra.DevicePreemptions.sharedDevice;
import static io.berth.conformance.dra.DevicePreemptions.slow;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.scenario.Stage;
import io.berth.scheduler.PendingPod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What is held for a pod that has preempted: how much, against whom, until when, and what becomes of it when the nomination is lost,
 * replaced, repeated, or written late.
 *
 * <p>In most stories another victim is slow to end, so that the preemptor still waits for CPU when its devices are free. Source: KEP-5690,
 * Claim nomination, Holding capacity for the preemptor.
 */
@ExtendWith(ScenarioExtension.class)
class ClaimNominationScenarioTest {
  private static final String GPU = "example.com/gpu";

  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /**
   * d1 of n1 has 80 of memory, all for v (priority 0), when p (priority 100) needs 20 and preempts v. v's claim is released; p has not been
   * placed yet, since f is still going.
   */
  private Scenario twentyOfEightyAreHeld() {
    return withNodes(node("n1").cpu("4"))
        .with(sharedDevice("n1", "80"), capacityClaim("cv", "80"), capacityClaim("cp", "20"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v", 0, "cv").cpu("1"), slow("f"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").cpu("3"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v", "f");
              assertThat(devices(stage, "cv")).isEmpty();
            });
  }

  private static void pGetsItsTwenty(Stage stage) {
    assertThat(stage.pod("p")).isOn("n1").evictsExactly("v", "f");
    assertThat(devices(stage, "cp")).containsExactly("n1/d1");
    assertThat(memory(stage, "cp")).isEqualTo("20");
  }

  @Test
  void whatThePreemptorDoesNotNeedIsFreeForOthers() {
    twentyOfEightyAreHeld()
        .with(capacityClaim("cq", "60"))
        .arrives(user("q", 10, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isOn("n1"))
        .after(SLOW)
        .then(ClaimNominationScenarioTest::pGetsItsTwenty)
        .run();
  }

  @Test
  void whatThePreemptorNeedsIsNot() {
    twentyOfEightyAreHeld()
        .with(capacityClaim("cq", "61"))
        .arrives(user("q", 10, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims").isNotNominated())
        .after(SLOW)
        .then(ClaimNominationScenarioTest::pGetsItsTwenty)
        .then(stage -> assertThat(stage.pod("q")).isPending())
        .run();
  }

  @Test
  void aPodOfHigherPriorityDoesNotCareAndThePreemptorIsLookedAtAnew() {
    twentyOfEightyAreHeld()
        .with(capacityClaim("ch", "80"))
        .arrives(user("h", 200, "ch"))
        .then(
            stage -> {
              assertThat(stage.pod("h")).isOn("n1");
              assertThat(memory(stage, "ch")).isEqualTo("80");
            })
        .after(SLOW)
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("cannot allocate all claims").isNotNominated().evictsExactly("v", "f"))
        .run();
  }

  @Test
  void thePreemptorTakesWhatIsHeldForItAndEvictsNobodyElse() {
    twentyOfEightyAreHeld().after(SLOW).then(ClaimNominationScenarioTest::pGetsItsTwenty).run();
  }

  /** What it takes is what it found beside the nominated pod, as with claims. */
  @Test
  void aPodWithAnExtendedResourceTakesADeviceThatIsNotHeld() {
    withNodes(node("n1").cpu("4"))
        .with(deviceClass("gpus", GPU), slice("n1", "d1", "d2"), claim("cv", "gpu", 2), claim("cp", "gpu", 1))
        .when("the claim controller starts", controller::start)
        .arrives(user("v", 0, "cv").cpu("1"), slow("f"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").cpu("3"))
        .after(VICTIMS_ARE_GONE)
        .arrives(pod("q").priority(50).req(GPU, "1"))
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n1");
              assertThat(stage.pod("q")).isOn("n1");
            })
        .after(SLOW)
        .then(stage -> assertThat(devices(stage, "cp")).containsExactly("n1/d1"))
        .run();
  }

  /** d1 is held for p, and v's claim is released; q waits for d1, and p for the CPU of f. */
  private Scenario d1IsHeldAndQWaits() {
    return withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1")).with(claims("cv", "cp", "cq"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v", 0, "cv").cpu("1"), slow("f"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").cpu("3"))
        .after(VICTIMS_ARE_GONE)
        .arrives(meek("q", 50, "cq"))
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v", "f");
              assertThat(stage.pod("q")).waitsIn(PendingPod.Place.UNSCHEDULABLE).hasAttempts(1);
              assertThat(devices(stage, "cv")).isEmpty();
            });
  }

  /** What is held is the device; how it is configured follows from the class as it is when p gets it. */
  @Test
  void aClassThatChangesMeanwhileConfiguresWhatWasHeld() {
    d1IsHeldAndQWaits()
        .when(
            "the class gets a configuration",
            stage -> {
              DeviceClass gpu = Objects.requireNonNull(stage.world().cluster().get(ResourceKind.DEVICE_CLASSES, "", "gpu"));
              stage.world().cluster().update(
                  new DeviceClassBuilder(gpu).editSpec().addNewConfig().withNewOpaque("gpu.example.com", Map.of("of", "class")).endConfig().endSpec().build());
            })
        .after(SLOW)
        .then(
            stage -> {
              assertThat(devices(stage, "cp")).containsExactly("n1/d1");
              ResourceClaim claim = Objects.requireNonNull(stage.world().cluster().get(ResourceKind.RESOURCE_CLAIMS, "default", "cp"));
              assertThat(claim.getStatus().getAllocation().getDevices().getConfig()).hasSize(1);
            })
        .run();
  }

  /** p is tried at once, too, is nominated again, and holds d1 as before. */
  @Test
  void aNominationThatIsClearedAfterTheReleaseWakesWhoWaitsAtOnce() {
    d1IsHeldAndQWaits()
        .when("somebody clears the nomination", stage -> clearNomination(stage, "p"))
        .then(stage -> assertThat(stage.pod("q")).isPending().hasAttempts(2))
        .run();
  }

  @Test
  void aPreemptorThatIsDeletedAfterTheReleaseWakesWhoWaitsAtOnce() {
    d1IsHeldAndQWaits()
        .when("p is deleted", stage -> stage.delete("p"))
        .then(stage -> assertThat(stage.pod("q")).isOn("n1"))
        .run();
  }

  @Test
  void aNodeThatGoesTakesTheNominationWithIt() {
    d1IsHeldAndQWaits()
        .when("n2 comes, and n1 goes", stage -> {
          stage.create(node("n2").cpu("4"));
          stage.create(slice("n2", "d2"));
          stage.removeNode("n1");
        })
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n2");
              assertThat(stage.pod("q")).isPending();
            })
        .run();
  }

  /** After a restart there is only what the cluster remembers: the pod's node. */
  @Test
  void forANominationWithoutARecordNothingIsHeldAndThePodMayPreemptAsUpstreamHasIt() {
    d1IsHeldAndQWaits()
        .when("the scheduler crashes", Stage::crashScheduler)
        .when("and starts again", Stage::startScheduler)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n1");
              assertThat(stage.pod("q")).isOn("n1");
            })
        .after(SLOW.plus(SETTLED))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1").evictsExactly("v", "f", "q"))
        .run();
  }

  /** A claim that another scheduler has given d1 to: nobody but this scheduler knows what is held. */
  @Test
  void anotherSchedulerMayTakeWhatIsHeldAndThePreemptorPreemptsAgain() {
    d1IsHeldAndQWaits()
        .when("another scheduler gives d1 to a pod of its own", stage -> {
          stage.create(claim("cx", "gpu", 1));
          stage.create(user("x", 0, "cx").uid("x").schedulerName("other").on("n1"));
          allocate(stage, "cx", "n1/d1", "x");
        })
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1"))
        .after(SLOW.plus(VICTIMS_ARE_GONE))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n1").evictsExactly("v", "f", "x");
              assertThat(devices(stage, "cp")).containsExactly("n1/d1");
            })
        .run();
  }

  /** Both devices are free by the time that p is tried. */
  @Test
  void whatIsHeldIsTakenEvenIfOtherDevicesAreFreeAsWell() {
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1", "d2")).with(claims("cw", "cv", "cp"))
        .when("the claim controller starts", controller::start)
        .arrives(user("w", 500, "cw"))
        .arrives(user("v", 0, "cv").cpu("1"), slow("f"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").cpu("3"))
        .when("w ends, who had the first device", stage -> stage.delete("w"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(devices(stage, "cw")).isEmpty();
              assertThat(devices(stage, "cv")).isEmpty();
              assertThat(stage.pod("p")).isNominatedTo("n1");
            })
        .after(SLOW)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n1").evictsExactly("v", "f");
              assertThat(devices(stage, "cp")).containsExactly("n1/d2");
            })
        .run();
  }

  /** Records are kept by the pod's UID. */
  @Test
  void aPodOfThePreemptorsNameHasNothingHeldForIt() {
    d1IsHeldAndQWaits()
        .when("p is deleted and made again, of low priority", stage -> {
          stage.delete("p");
          stage.create(user("p", 1, "cp").uid("new").cpu("3"));
        })
        .then(stage -> assertThat(stage.pod("q")).isOn("n1"))
        .run();
  }
}
