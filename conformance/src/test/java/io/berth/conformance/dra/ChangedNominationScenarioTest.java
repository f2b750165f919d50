package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.device;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.SLOW;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.only;
import static io.berth.conformance.dra.DevicePreemptions.podOf;
import static io.berth.conformance.dra.DevicePreemptions.release;
import static io.berth.conformance.dra.DevicePreemptions.retry;
import static io.berth.conformance.dra.DevicePreemptions.slow;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Component;
import io.berth.scenario.ScenarioExtension;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Nominations that change before the preemptor is placed: replaced by another node, made for the same node again, not written yet; and
 * placements with other devices than those that are held. Source: KEP-5690, Claim nomination.
 */
@ExtendWith(ScenarioExtension.class)
class ChangedNominationScenarioTest {

  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** n1 becomes impossible before v1's claim is released: p preempts v2 on n2, and what was held on n1 is not any more. */
  @Test
  void aNominationThatIsReplacedHoldsOnTheNewNodeOnly() {
    withNodes(node("n1").hostname().cpu("4"), node("n2").hostname().cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d2"))
        .with(claims("c1", "c2", "cp", "cq", "cr"))
        .arrives(only("n1", user("v1", 0, "c1")), only("n2", user("v2", 5, "c2")))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v1"))
        .after(VICTIMS_ARE_GONE)
        .when("n1 is cordoned", stage -> stage.changeNode("n1", n -> n.editSpec().withUnschedulable(true).endSpec()))
        .when("p is tried", stage -> retry(stage, "p"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n2").evictsExactly("v1", "v2"))
        .arrives(only("n1", meek("q", 50, "cq")).toleration("node.kubernetes.io/unschedulable"))
        .arrives(only("n2", meek("r", 50, "cr")))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(devices(stage, "c1")).as("stays tracked, and taken").containsExactly("n1/d1");
              assertThat(stage.pod("q")).isPending();
            })
        .when("the claim of the old node is released", stage -> release(stage, "c1"))
        .after(Duration.ofSeconds(1))
        .then(
            stage -> {
              assertThat(stage.pod("q")).isOn("n1");
              assertThat(stage.pod("p")).isNominatedTo("n2").isPending();
            })
        .when("the claim of the new node is released", stage -> release(stage, "c2"))
        .after(Duration.ofSeconds(1))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n2").evictsExactly("v1", "v2");
              assertThat(devices(stage, "cp")).containsExactly("n2/d2");
              assertThat(stage.pod("r")).isPending();
            })
        .run();
  }

  /** A pod of higher priority takes d1, and p preempts the owner of d2 on the same node. */
  @Test
  void theSameNodeMayBeChosenTwiceAndWhatIsHeldIsTheNewChoice() {
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1", "d2"))
        .with(claims("c1", "c2", "cp", "ch", "cq"))
        .arrives(user("v1", 0, "c1"))
        .arrives(user("v2", 5, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v1"))
        .arrives(meek("h", 200, "ch"), meek("q", 100, "cq"))
        .after(VICTIMS_ARE_GONE)
        .when("the first claim is released", stage -> release(stage, "c1"))
        .after(Duration.ofSeconds(10))
        .then(
            stage -> {
              assertThat(stage.pod("h")).isOn("n1");
              assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v1", "v2");
            })
        .after(VICTIMS_ARE_GONE)
        .when("p is tried", stage -> retry(stage, "p"))
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("still allocated: default/c2.").isNominatedTo("n1"))
        .when("the second claim is released", stage -> release(stage, "c2"))
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n1").evictsExactly("v1", "v2");
              assertThat(devices(stage, "cp")).containsExactly("n1/d2");
              assertThat(stage.pod("q")).isPending();
            })
        .run();
  }

  /** The pod's status shows the nomination only when all is over; meanwhile somebody else changes it. */
  @Test
  void aStatusThatLagsBehindTakesNothingAway() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d2"))
        .with(claims("c1", "c2", "cp", "cq"))
        .arrives(user("v1", 0, "c1"), user("v2", 0, "c2"))
        .after(Duration.ofSeconds(5))
        .when("p's status is written late", stage -> stage.faults().arm(
            WriteFault.late(Duration.ofMinutes(10), Duration.ZERO).on(Verb.PATCH_STATUS).when(request -> request.name().equals("p")).atMost(1)))
        .arrives(meek("q", 50, "cq"))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(podOf(stage, "p").getStatus().getNominatedNodeName()).isNull())
        .when("somebody labels p", stage -> stage.changePod("p", p -> p.editMetadata().addToLabels("a", "b").endMetadata()))
        .when("p is tried", stage -> retry(stage, "p"))
        .when("p is tried again", stage -> retry(stage, "p"))
        .then(stage -> assertThat(stage.world().removed()).hasSize(1))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(devices(stage, "cp")).hasSize(1);
              assertThat(stage.pod("q")).isPending();
            })
        .after(Duration.ofMinutes(10))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isScheduled();
              assertThat(stage.world().removed()).hasSize(1);
              assertThat(stage.pod("q")).isPending();
            })
        .run();
  }

  /** The scheduler hears of its own first nomination when it has made the second. */
  @Test
  void theLateEchoOfTheOldNominationDoesNotTakeTheNewOneAway() {
    withNodes(node("n1").hostname().cpu("4"), node("n2").hostname().cpu("4"), node("n3").hostname().cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d2"), slice("n3", "d3"))
        .with(claims("c1", "c2", "c3", "cp"))
        .arrives(only("n1", user("v1", 0, "c1")), only("n2", user("v2", 5, "c2")), only("n3", user("v3", 6, "c3")))
        .after(Duration.ofSeconds(5))
        .when("the scheduler hears late of what becomes of pods", stage -> stage.faults().arm(
            WatchFault.late(Duration.ofMinutes(1)).ofKind(ResourceKind.PODS)
                .when(stage.world().toldTo(Component.SCHEDULER))
                .when(change -> !change.type().equals("ADDED"))
                .atMost(1)))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v1"))
        .after(Duration.ofSeconds(1))
        .when("n1 is cordoned", stage -> stage.changeNode("n1", n -> n.editSpec().withUnschedulable(true).endSpec()))
        .when("p is tried", stage -> retry(stage, "p"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n2").evictsExactly("v1", "v2"))
        .after(Duration.ofMinutes(3))
        .when("p is tried again", stage -> retry(stage, "p"))
        .then(
            stage ->
                assertThat(stage.pod("p"))
                    .isNominatedTo("n2").isPendingBecause("still allocated: default/c2.").evictsExactly("v1", "v2"))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("p")).isOn("n2").evictsExactly("v1", "v2"))
        .run();
  }

  /** d2 becomes free before d1 does: the nominated node is looked at as a whole when what is held there cannot be had. */
  @Test
  void anotherDeviceOfTheNominatedNodeWillDoWhenWhatIsHeldCannotBeHad() {
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1", "d2")).with(claims("c1", "c2", "cp", "cq"))
        .arrives(user("v", 0, "c1"))
        .arrives(user("w", 500, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .arrives(meek("q", 50, "cq"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v"))
        .after(VICTIMS_ARE_GONE)
        .when("w ends, too, and its claim is released first", stage -> {
          stage.delete("w");
          stage.world().advance(VICTIMS_ARE_GONE);
          release(stage, "c2");
        })
        .after(Duration.ofSeconds(1))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n1").evictsExactly("v");
              assertThat(devices(stage, "cp")).containsExactly("n1/d2");
              assertThat(stage.pod("q")).isPending();
            })
        .when("the victim's claim is released", stage -> release(stage, "c1"))
        .after(Duration.ofSeconds(1))
        .then(stage -> assertThat(devices(stage, "cq")).containsExactly("n1/d1"))
        .run();
  }

  /** d1 is held for p, which may not have it any more and takes d2: whoever waits for d1 is woken. */
  @Test
  void aPreemptorThatIsPlacedWithOtherDevicesLeavesWhatWasHeldToWhoWaits() {
    Device d1 = new DeviceBuilder(device("d1")).addToAttributes("kind", new DeviceAttributeBuilder().withString("one").build()).build();
    Device tainted = new DeviceBuilder(d1).addNewTaint().withKey("old").withEffect("NoSchedule").endTaint().build();
    ResourceClaim one =
        new ResourceClaimBuilder(claim("cq", "gpu", 1))
            .editSpec().editDevices().editFirstRequest().editExactly()
            .addNewSelector().withNewCel("device.attributes[\"gpu.example.com\"].?kind.orValue(\"\") == \"one\"").endSelector()
            .addNewToleration().withKey("old").withOperator("Exists").endToleration()
            .endExactly().endRequest().endDevices().endSpec()
            .build();
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", d1, device("d2")), one).with(claims("cv", "cw", "cp"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v", 0, "cv").cpu("1"), slow("f"))
        .arrives(user("w", 500, "cw"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").cpu("3"))
        .after(VICTIMS_ARE_GONE)
        .when("d1 is tainted", stage -> stage.update(slice("n1", tainted, device("d2"))))
        .arrives(meek("q", 50, "cq"))
        .when("w ends", stage -> stage.delete("w"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n1").evictsExactly("v", "f"))
        .then(stage -> assertThat(stage.pod("q")).isPending())
        .after(SLOW.minus(VICTIMS_ARE_GONE.multipliedBy(2)).plusSeconds(1))
        .then(
            stage -> {
              assertThat(devices(stage, "cp")).containsExactly("n1/d2");
              assertThat(stage.pod("q")).isOn("n1");
              assertThat(devices(stage, "cq")).containsExactly("n1/d1");
            })
        .run();
  }
}
