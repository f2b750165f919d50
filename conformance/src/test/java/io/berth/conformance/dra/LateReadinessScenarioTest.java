package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.DRIVER;
import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.prepared;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.user;
import static io.berth.conformance.dra.DevicePreemptions.claimOf;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.simulator.faults.WatchFault;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A driver says that a device is ready, or broken, and the scheduler's watch tells that minutes later. The answer to a write of the
 * scheduler's own says it before. Source: plugins/dynamicresources/dynamicresources.go (bindClaim, isPodReadyForBinding), v1.37.2.
 */
class LateReadinessScenarioTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static Scenario waiting() {
    return Scenario.withNodes(node("n").cpu("4"))
        .using(DynamicResources.NAME, DynamicResources.factory(new DynamicResourcesArgs(null, TIMEOUT)))
        .with(deviceClass("gpu"), slice("n", prepared("d1")), claim("c", "gpu", 1))
        .arrives(user("p", "c"))
        .after(Duration.ofSeconds(10));
  }

  private static void sayOnly(Stage stage, String condition) {
    stage.faults().arm(WatchFault.late(Duration.ofMinutes(3)).ofKind(ResourceKind.RESOURCE_CLAIMS));
    var said = new Condition("2026-01-01T00:00:00Z", "", null, "Said", "True", condition);
    var claim =
        new ResourceClaimBuilder(claimOf(stage, "c"))
            .editStatus()
            .addNewDevice()
            .withDriver(DRIVER)
            .withPool("n")
            .withDevice("d1")
            .withConditions(said)
            .endDevice()
            .endStatus()
            .build();
    stage.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, claim);
  }

  /** Its next attempt knows what came back when the reservation was taken out. */
  @Test
  void aPodWhoseTimeIsUpIsBoundInItsNextAttemptWhenItsDeviceIsReadyByThen() {
    waiting()
        .when("the device is ready", stage -> sayOnly(stage, "Ready"))
        .after(Duration.ofSeconds(9))
        .then(stage -> assertThat(stage.pod("p")).isNotBound())
        .after(Duration.ofSeconds(10))
        .then(
            stage -> {
              assertThat(stage.world().story().toString()).contains("device binding timeout: claim=c");
              assertThat(stage.pod("p")).isOn("n");
            })
        .run();
  }

  @Test
  void aPodWhoseTimeIsUpIsNotBoundToADeviceThatBrokeMeanwhile() {
    waiting()
        .when("the device breaks", stage -> sayOnly(stage, "Broken"))
        .after(Duration.ofSeconds(20))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNotBound();
              assertThat(stage.world().story().toString())
                  .contains("device binding timeout: claim=c")
                  .contains("deallocation of ResourceClaim completed");
            })
        .run();
  }

  /** The reservation of the second one meets a conflict, and is made with the claim as it is. */
  @Test
  void thoseWhoWaitGoOnWhenTheReservationOfOneMoreSaysThatTheDeviceIsReady() {
    waiting()
        .when("the device is ready", stage -> sayOnly(stage, "Ready"))
        .after(Duration.ofSeconds(2))
        .then(stage -> assertThat(stage.pod("p")).isNotBound())
        .arrives(user("q", "c"))
        .after(Duration.ofSeconds(1))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isOn("n");
            })
        .run();
  }

  @Test
  void thoseWhoWaitFailWhenTheReservationOfOneMoreSaysThatTheDeviceIsBroken() {
    waiting()
        .when("the device breaks", stage -> sayOnly(stage, "Broken"))
        .arrives(user("q", "c"))
        .after(Duration.ofSeconds(1))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNotBound();
              assertThat(stage.pod("q")).isNotBound();
              assertThat(stage.world().story().toString()).contains("device binding failed: claim=c");
            })
        .run();
  }
}
