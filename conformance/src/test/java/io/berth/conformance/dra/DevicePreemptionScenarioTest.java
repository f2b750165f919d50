package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
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
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Preemption for devices from the decision (t0) over the end of the victims (t1), the end of their reservation (t2) and of their allocation
 * (t3) to the preemptor's own reservation (t4). Source: KEP-5690.
 */
class DevicePreemptionScenarioTest {
  private static final Duration VICTIMS_ARE_GONE = Duration.ofSeconds(40);
  private static final Duration SETTLED = Duration.ofSeconds(30);

  private @Nullable ResourceClaimController controller;

  private Scenario withNodes(NodeFixture... nodes) {
    return Scenario.withNodes(nodes)
        .gate(FeatureGates.DRA_PREEMPTION, true)
        .with(deviceClass("gpu"));
  }

  private void startController(Stage stage) {
    controller = ResourceClaimController.on(stage.world().time(), stage.cluster());
    controller.start();
  }

  private void stopController(Stage stage) {
    Objects.requireNonNull(controller).stop();
  }

  private static PodFixture user(String name, int priority, String... claims) {
    List<PodResourceClaim> uses = new ArrayList<>();
    for (String claim : claims) {
      uses.add(use(claim));
    }
    return pod(name).priority(priority).podResourceClaims(uses.toArray(PodResourceClaim[]::new));
  }

  private static PodFixture meek(String name, int priority, String... claims) {
    return user(name, priority, claims).preemptionPolicy("Never");
  }

  private static List<String> devices(Stage stage, String claim) {
    var status = Objects.requireNonNull(stage.cluster().get(ResourceKind.RESOURCE_CLAIMS, "default", claim)).getStatus();
    var allocation = status == null ? null : status.getAllocation();
    return allocation == null
        ? List.of()
        : allocation.getDevices().getResults().stream().map(device -> device.getPool() + "/" + device.getDevice()).toList();
  }

  private static ResourceClaim capacityClaim(String name, String memory) {
    return new ResourceClaimBuilder(claim(name, "gpu", 1))
        .editSpec().editDevices().editFirstRequest().editExactly()
        .withNewCapacity().withRequests(Map.of("mem", new Quantity(memory))).endCapacity()
        .endExactly().endRequest().endDevices().endSpec()
        .build();
  }

  private static ResourceSlice sharedDevice(String node, String memory) {
    var device = new DeviceBuilder().withName("d1").withAllowMultipleAllocations(true)
        .addToCapacity("mem", new DeviceCapacity(null, new Quantity(memory)))
        .build();
    return slice(node, device);
  }

  @Test
  void aDeviceIsTakenFromAVictimAndReachesThePreemptor() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1))
        .when("the claim controller starts", this::startController)
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("low")).isGone();
              assertThat(stage.pod("high")).isOn("n").evictsExactly("low");
              assertThat(devices(stage, "b")).containsExactly("n/d1");
            })
        .run();
  }

  @Test
  void withoutTheGateNobodyIsEvictedForADevice() {
    withNodes(node("n").cpu("4"))
        .gate(FeatureGates.DRA_PREEMPTION, false)
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1))
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMinutes(6))
        .then(stage -> assertThat(stage.pod("high")).isPendingBecause("cannot allocate all claims").evictsNobody())
        .run();
  }

  @Test
  void aSecondSetOfVictimsIsLeftAloneWhileTheControllerIsDown() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d1"))
        .with(claim("a", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .arrives(user("low", 0, "a"))
        .arrives(user("middle", 10, "b"))
        .arrives(user("high", 100, "c"))
        .after(Duration.ofMinutes(11))
        .then(
            stage ->
                assertThat(stage.pod("high"))
                    .isPendingBecause("resource claims of preempted pods on the nominated node", "default/a")
                    .evictsExactly("low"))
        .when("the claim controller starts", this::startController)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isScheduled().evictsExactly("low"))
        .run();
  }

  @Test
  void aPodOfEqualPriorityDoesNotStealWhatWasFreedForAnother() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .when("the claim controller starts", this::startController)
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
        .with(claim("a", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1), claim("d", "gpu", 1))
        .when("the claim controller starts", this::startController)
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
        .with(slice("n", "d1", "d2"), claim("a", "gpu", 2), claim("b", "gpu", 1), claim("c", "gpu", 1))
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
        .when("the claim controller starts", this::startController)
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
        .when("the claim controller starts", this::startController)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("high")).isOn("n");
              assertThat(devices(stage, "b")).containsExactly("n/d1", "n/d2");
            })
        .run();
  }

  @Test
  void twoPreemptorsShareATerminatingVictim() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"), claim("a", "gpu", 2), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .when("the claim controller starts", this::startController)
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
        .with(slice("n", "d1", "d2"), claim("a", "gpu", 2), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .arrives(user("low", 0, "a"))
        .arrives(user("p1", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .arrives(user("p2", 100, "c"))
        .then(stage -> assertThat(stage.pod("p2")).isPending().isNotNominated())
        .when("the claim controller starts", this::startController)
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
        .when("the claim controller starts", this::startController)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(stage.pod("p1")).isOn("n");
              assertThat(stage.pod("p2")).isOn("n");
            })
        .run();
  }

  @Test
  void aSharedClaimIsFreedByAllOfItsConsumersTogether() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("s", "gpu", 1), claim("b", "gpu", 1))
        .when("the claim controller starts", this::startController)
        .arrives(user("v1", 0, "s"), user("v2", 0, "s"), pod("v3"))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("v1", "v2"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  @Test
  void aConsumerOfHigherPriorityKeepsTheClaim() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("s", "gpu", 1), claim("b", "gpu", 1))
        .arrives(user("v1", 0, "s"), user("v2", 200, "s"))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isPending().isNotNominated().evictsNobody())
        .run();
  }

  @Test
  void aPreemptorThatIsDeletedLeavesTheDeviceToOthers() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .arrives(user("low", 0, "a"))
        .arrives(meek("other", 50, "c"))
        .arrives(user("high", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .when("the preemptor is deleted", stage -> stage.delete("high"))
        .when("the claim controller starts", this::startController)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("other")).isOn("n"))
        .run();
  }

  @Test
  void aRestartForgetsWhatIsHeldAndTheClusterSettlesAllTheSame() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1))
        .arrives(user("low", 0, "a"))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofSeconds(5))
        .when("the scheduler crashes", Stage::crashScheduler)
        .when("and starts again", Stage::startScheduler)
        .after(VICTIMS_ARE_GONE)
        .when("the claim controller starts", this::startController)
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  @Test
  void anEvictionThatFailsIsTriedAgain() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1))
        .when("the claim controller starts", this::startController)
        .arrives(user("low", 0, "a"))
        .when("two deletes fail", stage ->
            stage.faults().arm(WriteFault.failing().on(Verb.DELETE).ofKind(ResourceKind.PODS).atMost(2)))
        .arrives(user("high", 100, "b"))
        .after(Duration.ofMinutes(3))
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  @Test
  void theControllerMayStopInBetween() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"))
        .with(claim("a1", "gpu", 1), claim("a2", "gpu", 1), claim("b", "gpu", 2))
        .when("the claim controller starts", this::startController)
        .arrives(user("low1", 0, "a1"), user("low2", 0, "a2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b"))
        .when("the claim controller stops", this::stopController)
        .after(Duration.ofMinutes(20))
        .then(stage -> assertThat(stage.pod("high")).isNominatedTo("n").evictsExactly("low1", "low2"))
        .when("the claim controller starts again", stage -> Objects.requireNonNull(controller).start())
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isOn("n").evictsExactly("low1", "low2"))
        .run();
  }

  /** The pod sleeps until the last claim is released: one attempt to preempt, one to be placed. */
  @Test
  void thePreemptorSleepsUntilTheLastClaimIsReleased() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2", "d3"))
        .with(claim("a1", "gpu", 1), claim("a2", "gpu", 1), claim("a3", "gpu", 1), claim("b", "gpu", 3))
        .arrives(user("low1", 0, "a1"), user("low2", 0, "a2"), user("low3", 0, "a3"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "b"))
        .after(VICTIMS_ARE_GONE)
        .when("one claim after the other is released", stage -> {
          for (String name : List.of("a1", "a2", "a3")) {
            int attempts = attempts(stage);
            release(stage, name);
            stage.world().advance(Duration.ofSeconds(1));
            if (!name.equals("a3")) {
              assertThat(attempts(stage)).isEqualTo(attempts);
            }
          }
        })
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("high")).isOn("n"))
        .run();
  }

  private static int attempts(Stage stage) {
    return Objects.requireNonNull(stage.pod("high").first().waiting()).attempts();
  }

  private static void release(Stage stage, String name) {
    ResourceClaim claim = Objects.requireNonNull(stage.cluster().get(ResourceKind.RESOURCE_CLAIMS, "default", name));
    ResourceClaim released = new ResourceClaimBuilder(claim).withNewStatus().endStatus().build();
    stage.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, released);
  }

  /** Somebody else takes to the victim's claim, so that it is not released after all: the preemptor looks for another way. */
  @Test
  void aClaimThatIsTakenOverIsNoLongerWaitedFor() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d1"))
        .with(claim("s", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .arrives(user("low", 0, "s"))
        .arrives(user("middle", 10, "b"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "c"))
        .after(Duration.ofSeconds(5))
        .arrives(user("sharer", 500, "s"))
        .when("the claim controller starts", this::startController)
        .after(Duration.ofMinutes(3))
        .then(
            stage -> {
              assertThat(stage.pod("sharer")).isScheduled();
              assertThat(stage.pod("high")).isScheduled().evictsExactly("low", "middle");
            })
        .run();
  }

  /** The preemptor loses its nomination with the reservation: whoever waits is woken, and the preemptor has to preempt again. */
  @Test
  void aReservationThatFailsLeavesTheDeviceToWhoeverWaits() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("a", "gpu", 1), claim("b", "gpu", 1), claim("c", "gpu", 1))
        .when("the claim controller starts", this::startController)
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
}
