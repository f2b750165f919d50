package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.device;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.attempts;
import static io.berth.conformance.dra.DevicePreemptions.capacityClaim;
import static io.berth.conformance.dra.DevicePreemptions.clearNomination;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.only;
import static io.berth.conformance.dra.DevicePreemptions.release;
import static io.berth.conformance.dra.DevicePreemptions.sharedDevice;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.scenario.Stage;
import io.berth.scheduler.PendingPod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * While claims of victims are still to be released: who may preempt, who waits, who is woken. Both examples that the KEP goes through, and
 * the faults that were reported of preemptions without such a window. Source: KEP-5690, Preemption settling for DRA, Interaction with the
 * preemption simulation, Deferring further preemption.
 */
@ExtendWith(ScenarioExtension.class)
class SettlingWindowScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  @Test
  void aSecondSetOfVictimsIsLeftAloneWhileTheControllerIsDown() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d1"))
        .with(claims("a", "b", "c"))
        .arrives(user("low", 0, "a"))
        .arrives(user("middle", 10, "b"))
        .arrives(user("high", 100, "c"))
        .after(Duration.ofMinutes(11))
        .then(
            stage ->
                assertThat(stage.pod("high"))
                    .isPendingBecause("resource claims of preempted pods on the nominated node", "default/a")
                    .evictsExactly("low"))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isScheduled().evictsExactly("low"))
        .run();
  }

  @Test
  void theControllerMayStopInBetween() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"))
        .with(claims("a1", "a2")).with(claim("b", "gpu", 2))
        .when("the claim controller starts", controller::start)
        .arrives(user("low1", 0, "a1"), user("low2", 0, "a2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b"))
        .when("the claim controller stops", controller::stop)
        .after(Duration.ofMinutes(20))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low1", "low2"))
        .when("the claim controller starts again", controller::resume)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isOn("n").evictsExactly("low1", "low2"))
        .run();
  }

  /** The pod sleeps until the last claim is released: one attempt to preempt, one to be placed. */
  @Test
  void thePreemptorSleepsUntilTheLastClaimIsReleased() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2", "d3"))
        .with(claims("a1", "a2", "a3")).with(claim("b", "gpu", 3))
        .arrives(user("low1", 0, "a1"), user("low2", 0, "a2"), user("low3", 0, "a3"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .when("one claim after the other is released", stage -> {
          for (String name : List.of("a1", "a2", "a3")) {
            int attempts = attempts(stage, "high");
            release(stage, name);
            stage.world().advance(Duration.ofSeconds(1));
            if (!name.equals("a3")) {
              assertThat(attempts(stage, "high")).isEqualTo(attempts);
            }
          }
        })
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  /** What turned it down was not devices, but devices keep it from preempting again: their release wakes it. */
  @Test
  void aPreemptorWhoseNodeHasShrunkMeanwhileHearsThatItsClaimsAreReleased() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .arrives(user("low", 0, "a").cpu("1"), user("other", 0).cpu("1"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b").cpu("1"))
        .when("n shrinks", stage -> stage.changeNode("n", n -> n.editStatus().addToAllocatable("cpu", new Quantity("1")).endStatus()))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> assertThat(stage.pod("high"))
                .isPendingBecause("1 Insufficient cpu", "resource claims of preempted pods on the nominated node", "default/a")
                .evictsExactly("low"))
        .when("the claim controller starts", controller::start)
        .after(Duration.ofSeconds(5))
        .then(stage -> assertThat(stage.pod("high")).evictsExactly("low", "other"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  @Test
  void twoPreemptorsShareATerminatingVictim() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"), claim("a", "gpu", 2)).with(claims("b", "c"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p1", 100, "b"), user("p2", 100, "c"))
        .then(
            stage -> {
              assertThat(stage.pod("p1")).isNominatedTo("n");
              assertThat(stage.pod("p2")).isNominatedTo("n");
            })
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("p1")).isOn("n");
              assertThat(stage.pod("p2")).isOn("n");
              assertThat(devices(stage, "b")).containsExactly("n/d1");
              assertThat(devices(stage, "c")).containsExactly("n/d2");
            })
        .run();
  }

  @Test
  void aPodThatComesAfterTheSharedVictimHasGoneWaitsForItsClaim() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"), claim("a", "gpu", 2)).with(claims("b", "c"))
        .arrives(user("low", 0, "a"))
        .arrives(user("p1", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .arrives(user("p2", 100, "c"))
        .then(stage -> assertThat(stage.pod("p2")).isPending().isNotNominated())
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p1")).isOn("n");
              assertThat(stage.pod("p2")).isOn("n");
            })
        .run();
  }

  @Test
  void aSecondVictimOfOneDeviceIsPreemptedWhileTheFirstOnesClaimSettles() {
    withNodes(node("n").cpu("4"))
        .with(sharedDevice("n", "80Gi"), capacityClaim("v1", "40Gi"), capacityClaim("v2", "40Gi"))
        .with(capacityClaim("b", "40Gi"), capacityClaim("c", "40Gi"))
        .arrives(user("low1", 0, "v1"))
        .after(Duration.ofSeconds(5))
        .arrives(user("low2", 1, "v2"))
        .arrives(user("p1", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("p1")).isNominatedTo("n").evictsExactly("low1"))
        .arrives(user("p2", 100, "c"))
        .then(stage -> assertThat(stage.pod("p2")).isNominatedTo("n").evictsExactly("low1", "low2"))
        .after(VICTIMS_ARE_GONE)
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p1")).isOn("n");
              assertThat(stage.pod("p2")).isOn("n");
            })
        .run();
  }

  /** n1 has d1 of v1, n2 has d2 of v2; p has preempted v1, which is gone, and its claim is still allocated. */
  private static Scenario v1IsGone() {
    return withNodes(node("n1").hostname().cpu("4"), node("n2").hostname().cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d2"))
        .with(claims("c1", "c2", "cp", "cq"))
        .arrives(only("n2", user("v2", 0, "c2")))
        .after(Duration.ofSeconds(5))
        .arrives(only("n1", user("v1", 0, "c1"))) // the younger one of equal victims is taken
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v1"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("v1")).isGone();
              assertThat(devices(stage, "c1")).containsExactly("n1/d1");
            });
  }

  @Test
  void eventsThatHaveNothingToDoWithItDoNotMakeThePreemptorPreemptAgain() {
    v1IsGone()
        .when("n2 gets a label", stage -> stage.changeNode("n2", n -> n.editMetadata().addToLabels("a", "b").endMetadata()))
        .after(SETTLED)
        .when("a class comes", stage -> stage.create(deviceClass("other")))
        .after(SETTLED)
        .when("n2 has one device more, which is broken", stage -> stage.update(slice("n2", device("d2"), broken("d3"))))
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v1").hasAttempts(4);
              assertThat(stage.pod("p")).isPendingBecause("still allocated: default/c1.");
            })
        .run();
  }

  private static Device broken(String name) {
    return new DeviceBuilder().withName(name).addNewTaint().withKey("broken").withEffect("NoSchedule").endTaint().build();
  }

  @Test
  void whenTheClaimIsReleasedThePreemptorGetsItsDevice() {
    v1IsGone()
        .when("the claim is released", stage -> release(stage, "c1"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n1").evictsExactly("v1");
              assertThat(devices(stage, "cp")).containsExactly("n1/d1");
            })
        .run();
  }

  @Test
  void whoeverWaitsForTheDeviceIsWokenByTheReleaseWhenTheNominationIsGone() {
    v1IsGone()
        .arrives(only("n1", meek("q", 50, "cq")))
        .then(stage -> assertThat(stage.pod("q")).waitsIn(PendingPod.Place.UNSCHEDULABLE).hasAttempts(1))
        .when("somebody clears the nomination", stage -> clearNomination(stage, "p"))
        .then(stage -> assertThat(stage.pod("q")).isPending().isNotNominated())
        .when("the claim is released", stage -> release(stage, "c1"))
        .then(stage -> assertThat(stage.world().scheduler().queue().pod("default/q").map(PendingPod::attempts).orElse(99)).isGreaterThan(1))
        .run();
  }

  @Test
  void aSchedulerThatStartsAnewInTheWindowPlacesThePreemptorInTheEnd() {
    v1IsGone()
        .when("the scheduler crashes", Stage::crashScheduler)
        .when("and starts again", Stage::startScheduler)
        .after(Duration.ofMinutes(2))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isScheduled();
              assertThat(stage.world().removed()).isSubsetOf("v1", "v2");
            })
        .run();
  }

  /** Victims' claims count by node: whoever is nominated to it waits for all of them. */
  @Test
  void allThatAreNominatedToTheNodeWaitForAllClaimsThere() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"))
        .with(claims("c1", "c2", "cp", "cq"))
        .arrives(user("v1", 0, "c1"), user("v2", 5, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v1"))
        .arrives(user("q", 100, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isNominatedTo("n").evictsExactly("v1", "v2"))
        .after(VICTIMS_ARE_GONE)
        .when("the first claim is released", stage -> release(stage, "c1"))
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n").isPending();
              assertThat(stage.pod("q")).isNominatedTo("n").isPending();
            })
        .when("the second one is released", stage -> release(stage, "c2"))
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isOn("n").evictsExactly("v1", "v2");
            })
        .run();
  }
}
