package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.prepared;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.allocate;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.podOf;
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
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Preemption while devices are made ready: a victim that waits for them is taken back and nothing is deleted; a preemptor that waits for
 * them has what it needs. Source: KEP-5690, Features that we will support: Device Binding Conditions.
 */
@ExtendWith(ScenarioExtension.class)
class PreemptedBindingsScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** The driver of these devices of n says the same of each, so long after it has been allocated. */
  private static Scenario devicesThatAnswer(Duration after, boolean ready, Device... devices) {
    return AnsweringDriver.startsIn(withNodes(node("n").cpu("4")).with(claims("a", "b", "c")), after, ready, devices);
  }

  /** low has d1, which is ready after three minutes, in flight or written; high comes meanwhile. */
  @Test
  void aVictimThatWaitsForItsDeviceIsTakenBackAndThePreemptorGetsIt() {
    devicesThatAnswer(Duration.ofMinutes(3), true, prepared("d1"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .after(Duration.ofSeconds(10))
        .then(
            stage -> {
              assertThat(stage.pod("low")).isNotBound();
              assertThat(devices(stage, "a")).containsExactly("n/d1");
            })
        .arrives(user("high", 100, "b"))
        .after(Duration.ofSeconds(10))
        .then(
            stage -> {
              assertThat(podOf(stage, "low").getMetadata().getDeletionTimestamp()).isNull();
              assertThat(devices(stage, "a")).isEmpty();
              assertThat(devices(stage, "b")).containsExactly("n/d1");
            })
        .after(Duration.ofMinutes(4))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsNobody();
              assertThat(stage.pod("low")).isPendingBecause("cannot allocate all claims");
            })
        .run();
  }

  /** The write that takes the claim from the victim fails: the victim gives it up when it is tried again. */
  @Test
  void aVictimWhoseClaimCouldNotBeTakenGivesItUpWhenItIsTriedAgain() {
    devicesThatAnswer(Duration.ofMinutes(3), true, prepared("d1"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .after(Duration.ofSeconds(10))
        .when("claims cannot be written for a while", stage -> stage.faults().arm(
            WriteFault.failing().on(Verb.UPDATE_STATUS).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(1)))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMinutes(10))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsNobody();
              assertThat(stage.pod("low")).isPendingBecause("cannot allocate all claims");
            })
        .run();
  }

  @Test
  void aPreemptorWhoseDeviceIsMadeReadyKeepsItMeanwhile() {
    devicesThatAnswer(Duration.ofSeconds(20), true, prepared("d1"))
        .when("the claim controller starts", controller::start)
        .arrives(user("low", 0, "a"))
        .after(Duration.ofSeconds(30))
        .then(stage -> assertThat(stage.pod("low")).isOn("n"))
        .arrives(user("high", 100, "b"))
        .arrives(meek("thief", 100, "c"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("high")).isNotBound();
              assertThat(devices(stage, "b")).containsExactly("n/d1");
              assertThat(stage.pod("thief")).isPending();
            })
        .after(Duration.ofSeconds(20))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
              assertThat(stage.pod("thief")).isPending();
            })
        .run();
  }

  /** The device that was freed fails: the preemptor gives it up, has no nomination any more, and takes another one. */
  @Test
  void aPreemptorWhoseDeviceFailsLooksForAnotherOne() {
    devicesThatAnswer(Duration.ofSeconds(5), false, prepared("d1"))
        .when("the claim controller starts", controller::start)
        .when("somebody has d1 from before", stage -> {
          stage.create(user("low", 0, "a").uid("low").on("n"));
          allocate(stage, "a", "n/d1", "low");
        })
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low"))
        .after(VICTIMS_ARE_GONE.plus(SETTLED))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isNotBound();
              assertThat(stage.world().story().toString()).contains("device binding failed: claim=b");
            })
        .when("a device of another driver comes", stage -> stage.create(
            new ResourceSliceBuilder(slice("n", "plain"))
                .editMetadata().withName("other").endMetadata().editSpec().withDriver("other.example.com").endSpec().build()))
        .after(Duration.ofMinutes(2))
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
              assertThat(devices(stage, "b")).containsExactly("n/plain");
            })
        .run();
  }
}
