package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.retry;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.DynamicResources;
import io.berth.framework.Profile;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.scheduler.PendingPod;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A preemptor is assumed on its node, and then something fails: what was held for it is held no more, whoever waits is woken at once, and
 * the preemptor is tried again and may preempt again. What its claim has been given in the cluster stays with the claim.
 *
 * <p>{@code low} has the only device, {@code high} preempts it, {@code other}, which never preempts, waits.
 */
@ExtendWith(ScenarioExtension.class)
class LostReservationScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  private Scenario preempted() {
    return withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b", "c"))
        .when("the claim controller starts", controller::start);
  }

  private static Scenario arrive(Scenario scenario) {
    return scenario
        .arrives(user("low", 0, "a"))
        .arrives(meek("other", 50, "c"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low"));
  }

  private static Scenario after(Scenario scenario, FailsOnce.Phase phase) {
    return scenario.using(FailsOnce.NAME, handle -> new FailsOnce("high", phase));
  }

  private static Scenario before(Scenario scenario, FailsOnce.Phase phase) {
    return scenario.profile(
        profile ->
            profile.enableBefore(
                DynamicResources.NAME,
                new Profile.EnabledPlugin(FailsOnce.NAME, handle -> new FailsOnce("high", phase), 1)));
  }

  /** The device goes to who waits, and the preemptor evicts that one, too. */
  private static void givesEverythingUp(Scenario scenario) {
    arrive(scenario)
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(devices(stage, "c")).as("who waited was woken").containsExactly("n/d1");
              assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low", "other");
            })
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low", "other");
              assertThat(devices(stage, "b")).containsExactly("n/d1");
            })
        .run();
  }

  @Test
  void aReserveThatFailsBeforeDevicesAreReservedGivesEverythingUp() {
    givesEverythingUp(before(preempted(), FailsOnce.Phase.RESERVE));
  }

  @Test
  void aReserveThatFailsAfterDevicesAreReservedGivesEverythingUp() {
    givesEverythingUp(after(preempted(), FailsOnce.Phase.RESERVE));
  }

  @Test
  void aPermitThatIsRefusedGivesEverythingUp() {
    givesEverythingUp(after(preempted(), FailsOnce.Phase.PERMIT));
  }

  /** While the preemptor waits, nobody else gets the device. Then who waited does, for a moment: the preemptor takes it back in memory. */
  @Test
  void aPermitThatIsNotGivenInTimeGivesEverythingUpThen() {
    arrive(after(preempted(), FailsOnce.Phase.PERMIT_AFTER_A_WAIT))
        .after(Duration.ofSeconds(31))
        .then(
            stage -> {
              assertThat(stage.pod("high")).evictsExactly("low").waitsIn(PendingPod.Place.IN_FLIGHT);
              assertThat(stage.pod("other")).isPending();
            })
        .when("the other one is tried", stage -> retry(stage, "other"))
        .then(stage -> assertThat(stage.pod("other")).isPending())
        .after(FailsOnce.PATIENCE)
        .then(
            stage -> {
              assertThat(stage.world().story().toString()).contains("scheduler does not place other: preempted by DefaultPreemption");
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
              assertThat(stage.pod("other")).isPending();
            })
        .run();
  }

  @Test
  void aPreBindThatFailsBeforeTheClaimIsWrittenGivesEverythingUp() {
    givesEverythingUp(before(preempted(), FailsOnce.Phase.PRE_BIND));
  }

  /** The preemptor loses its nomination with the reservation: whoever waits is woken, and the preemptor has to preempt again. */
  @Test
  void aReservationThatFailsLeavesTheDeviceToWhoeverWaits() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b", "c"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .arrives(meek("other", 50, "c"))
        .when("the first write of the preemptor's allocation fails", stage ->
            stage.faults().arm(
                WriteFault.failing()
                    .on(Verb.UPDATE_STATUS)
                    .when(request -> request.name().equals("b"))
                    .atMost(1)))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMinutes(3))
        .then(stage -> assertThat(stage.pod("high")).isOn("n").evictsExactly("low", "other"))
        .run();
  }

  /** The claim has been written, and keeps its device: nobody is woken, and the preemptor needs no second preemption. */
  @Test
  void aPreBindThatFailsAfterTheClaimIsWrittenLeavesTheDeviceWithTheClaim() {
    arrive(after(preempted(), FailsOnce.Phase.PRE_BIND))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.world().story().toString()).contains("PRE_BIND fails once");
              assertThat(devices(stage, "b")).containsExactly("n/d1");
              assertThat(stage.pod("other")).isPending();
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
            })
        .run();
  }
}
