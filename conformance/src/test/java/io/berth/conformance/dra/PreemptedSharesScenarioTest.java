package io.berth.conformance.dra;

import static io.berth.conformance.dra.CardObjects.partition;
import static io.berth.conformance.dra.CardObjects.sized;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.SLOW;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.capacityClaim;
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

import io.berth.scenario.ScenarioExtension;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Victims and preemptors that have a part of a device only: partitions, which draw on counters that they share, and shares of a capacity.
 * Source: KEP-5690, Features that we will support: Partitionable Devices, Consumable Capacity.
 */
@ExtendWith(ScenarioExtension.class)
class PreemptedSharesScenarioTest {

  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** A card of four slices that can be had whole, as two halves, or as four quarters. */
  private static ResourceSlice[] card(String node) {
    return CardObjects.card(
        node,
        partition("whole", "whole", 4),
        partition("half-0", "half", 2),
        partition("half-1", "half", 2),
        partition("quarter-0", "quarter", 1),
        partition("quarter-1", "quarter", 1),
        partition("quarter-2", "quarter", 1),
        partition("quarter-3", "quarter", 1));
  }

  @Test
  void aWholeCardIsPutTogetherFromThePartitionsOfSeveralVictims() {
    withNodes(node("n").cpu("4"))
        .with(card("n"))
        .with(sized("c1", "half"), sized("c2", "quarter"), sized("c3", "quarter"), sized("cp", "whole"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v1", 0, "c1"), user("v2", 0, "c2"), user("v3", 0, "c3"), pod("bystander").priority(0))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v1", "v2", "v3"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n").evictsExactly("v1", "v2", "v3");
              assertThat(devices(stage, "cp")).containsExactly("n/whole");
            })
        .run();
  }

  @Test
  void onlyAsManyPartitionsAreFreedAsThePreemptorNeeds() {
    withNodes(node("n").cpu("4"))
        .with(card("n"))
        .with(sized("c1", "quarter"), sized("c2", "quarter"), sized("c3", "half"), sized("cp", "half"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v1", 1, "c1"))
        .arrives(user("v2", 2, "c2"))
        .arrives(user("v3", 3, "c3"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v1", "v2"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("v3")).isOn("n");
              assertThat(devices(stage, "cp")).hasSize(1).isSubsetOf("n/half-0", "n/half-1");
            })
        .run();
  }

  @Test
  void aPartitionOfHigherPriorityKeepsTheWholeCardFromThePreemptor() {
    withNodes(node("n").cpu("4"))
        .with(card("n"))
        .with(sized("c1", "half"), sized("c2", "quarter"), sized("cp", "whole"))
        .arrives(user("v1", 0, "c1"), user("v2", 200, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isPending().isNotNominated().evictsNobody())
        .run();
  }

  /** The victim has the whole card, the preemptor needs a half: the other half is nobody's until the claim is released, then anybody's. */
  @Test
  void whatIsHeldIsWhatThePartitionDrawsOnTheCounters() {
    withNodes(node("n").cpu("4"))
        .with(card("n"))
        .with(sized("cv", "whole"), sized("cp", "half"), sized("cq", "half"), sized("cr", "quarter"))
        .arrives(user("v", 0, "cv").cpu("1"), slow("f"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").cpu("3"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v", "f"))
        .after(VICTIMS_ARE_GONE)
        .arrives(meek("q", 50, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims"))
        .when("the claim controller starts", controller::start)
        .after(Duration.ofSeconds(5))
        .then(
            stage -> {
              assertThat(stage.pod("q")).isOn("n");
              assertThat(devices(stage, "cv")).isEmpty();
              assertThat(stage.pod("p")).isNominatedTo("n");
            })
        .arrives(meek("r", 50, "cr"))
        .then(stage -> assertThat(stage.pod("r")).isPendingBecause("cannot allocate all claims"))
        .after(SLOW)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n").evictsExactly("v", "f");
              assertThat(List.of(devices(stage, "cp").get(0), devices(stage, "cq").get(0)))
                  .containsExactlyInAnyOrder("n/half-0", "n/half-1");
              assertThat(stage.pod("r")).isPending();
            })
        .run();
  }

  /** p1's half is held while v1's claim still has the card's first half: the two are not counted together. */
  @Test
  void aVictimsPartitionIsNotCountedBesideWhatIsHeldInItsPlace() {
    withNodes(node("n").cpu("4"))
        .with(card("n"))
        .with(sized("c1", "half"), sized("c2", "half"), sized("cp", "half"), sized("cq", "half"))
        .arrives(user("v1", 0, "c1"))
        .after(Duration.ofSeconds(5))
        .arrives(user("v2", 1, "c2"))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v1"))
        .arrives(user("q", 100, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isNominatedTo("n").evictsExactly("v1", "v2"))
        .after(VICTIMS_ARE_GONE)
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isOn("n");
            })
        .run();
  }

  /** 80 of memory: 30 and 30 are used, 45 are needed, so that one of the two is enough. */
  @Test
  void aShareIsFreedAndTheRestOfTheDeviceGoesOnBeingUsed() {
    withNodes(node("n").cpu("4"))
        .with(sharedDevice("n", "80"))
        .with(capacityClaim("c1", "30"), capacityClaim("c2", "30"), capacityClaim("cp", "45"))
        .with(capacityClaim("cq", "5"), capacityClaim("cr", "1"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v1", 1, "c1"), user("v2", 2, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v1"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n").evictsExactly("v1");
              assertThat(stage.pod("v2")).isOn("n");
              assertThat(memory(stage, "cp")).isEqualTo("45");
            })
        .arrives(meek("q", 0, "cq"))
        .arrives(meek("r", 0, "cr"))
        .then(
            stage -> {
              assertThat(stage.pod("q")).isOn("n");
              assertThat(stage.pod("r")).isPendingBecause("cannot allocate all claims");
            })
        .run();
  }

  /** What nobody uses is part of what the preemptor gets, and of what is held for it. */
  @Test
  void whatIsFreeAlreadyCountsTogetherWithWhatIsFreed() {
    withNodes(node("n").cpu("4"))
        .with(sharedDevice("n", "80"))
        .with(capacityClaim("c1", "30"), capacityClaim("cp", "80"), capacityClaim("cq", "50"))
        .arrives(user("v1", 1, "c1"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .arrives(meek("q", 50, "cq"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v1");
              assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims");
            })
        .after(VICTIMS_ARE_GONE)
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isPending();
            })
        .run();
  }

  @Test
  void twoSharesOfOneVictimsClaimGoTogether() {
    withNodes(node("n").cpu("4"))
        .with(sharedDevice("n", "80"))
        .with(capacityClaim("c1", "40"), capacityClaim("c2", "40"), capacityClaim("cp", "70"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v", 0, "c1", "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n").evictsExactly("v");
              assertThat(memory(stage, "cp")).isEqualTo("70");
            })
        .run();
  }
}
