package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.device;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.consumers;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.only;
import static io.berth.conformance.dra.DevicePreemptions.reserveFor;
import static io.berth.conformance.dra.DevicePreemptions.retry;
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
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Whose claims a preemption releases, and whose it does not: consumers that keep a claim, devices that more than one node reaches, pods of
 * a group, claims for extended resources, victims that stay. Source: KEP-5690, Features/scenarios that we will not support, Claim
 * nomination.
 */
@ExtendWith(ScenarioExtension.class)
class VictimClaimsScenarioTest {
  private static final String GPU = "example.com/gpu";

  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** n1 has d1 only; s, which has it, is the claim of these pods; p wants a device. */
  private static Scenario sharedBy(PodFixture... users) {
    return withNodes(node("n1").hostname().cpu("4"))
        .with(slice("n1", "d1")).with(claims("s", "cp"))
        .arrives(users)
        .after(Duration.ofSeconds(5))
        .then(stage -> assertThat(consumers(stage, "s")).hasSize(users.length));
  }

  private static void nobodyIsEvicted(Stage stage) {
    assertThat(stage.pod("p")).isPendingBecause("cannot allocate all claims").isNotNominated().evictsNobody();
  }

  @Test
  void aSharedClaimIsFreedByAllOfItsConsumersTogether() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("s", "b"))
        .when("the claim controller starts", controller::start)
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
        .with(slice("n", "d1")).with(claims("s", "b"))
        .arrives(user("v1", 0, "s"), user("v2", 200, "s"))
        .arrives(user("high", 100, "b"))
        .then(stage -> assertThat(stage.pod("high")).isPending().isNotNominated().evictsNobody())
        .run();
  }

  @Test
  void aConsumerOfEqualPriorityKeepsTheClaim() {
    sharedBy(user("v1", 0, "s"), user("v2", 100, "s"))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aPodWithoutClaimsIsNoVictimWhereOnlyDevicesAreShort() {
    sharedBy(user("v1", 0, "s"), user("v2", 200, "s"))
        .arrives(pod("v3").priority(0))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aConsumerThatNobodyKnowsKeepsTheClaim() {
    sharedBy(user("v", 0, "s"))
        .when("the claim is reserved for a ghost", stage ->
            reserveFor(stage, "s", new ResourceClaimConsumerReference(null, "ghost", "pods", "uid-ghost")))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aPodOfThatNameWithAnotherUidKeepsTheClaim() {
    sharedBy(user("v", 0, "s"), user("w", 0, "s").uid("new"))
        .when("the claim is reserved for the one before, too", stage ->
            reserveFor(stage, "s", new ResourceClaimConsumerReference(null, "w", "pods", "old")))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aConsumerThatIsNoPodKeepsTheClaim() {
    sharedBy(user("v", 0, "s"))
        .when("the claim is reserved for a group", stage ->
            reserveFor(stage, "s", new ResourceClaimConsumerReference("scheduling.k8s.io", "g", "podgroups", "uid-g")))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aMemberOfAGroupKeepsItsClaimWhetherOrNotItSharesIt() {
    for (PodFixture[] users : List.of(
        new PodFixture[] {user("v", 0, "s"), user("member", 0, "s").podGroupName("g")},
        new PodFixture[] {user("member", 0, "s").podGroupName("g")})) {
      sharedBy(users).arrives(user("p", 100, "cp")).then(VictimClaimsScenarioTest::nobodyIsEvicted).run();
    }
  }

  /** What is in flight has no entry in the claim yet. */
  @Test
  void aMemberOfAGroupThatIsOnItsWayKeepsItsClaim() {
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1")).with(claims("s", "cp"))
        .when("claims are written late", stage -> stage.faults().arm(
            WriteFault.late(Duration.ofMinutes(1), Duration.ZERO).ofKind(ResourceKind.RESOURCE_CLAIMS)))
        .arrives(user("member", 0, "s").podGroupName("g"))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aMemberOfAGroupDoesNotPreemptForDevices() {
    sharedBy(user("v", 0, "s"))
        .arrives(user("p", 100, "cp").podGroupName("g"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  /** A pod that is on another node is no victim here, and so keeps its claim. */
  @Test
  void aConsumerOnAnotherNodeKeepsTheClaim() {
    sharedBy(user("v", 0, "s"))
        .when("a pod of another node has the claim as well", stage -> {
          stage.create(node("n2").hostname().cpu("4"));
          stage.create(user("far", 0, "s").uid("uid-far").on("n2"));
          reserveFor(stage, "s", new ResourceClaimConsumerReference(null, "far", "pods", "uid-far"));
        })
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  private static NodeSelector labelled() {
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression().withKey("fabric").withOperator("In").withValues("yes").endMatchExpression()
        .endNodeSelectorTerm()
        .build();
  }

  private static ResourceSlice byLabel(ResourceSlice slice) {
    return new ResourceSliceBuilder(slice).editSpec().withNodeName(null).withNodeSelector(labelled()).endSpec().build();
  }

  private static ResourceSlice everywhere(ResourceSlice slice) {
    return new ResourceSliceBuilder(slice).editSpec().withNodeName(null).withAllNodes(true).endSpec().build();
  }

  /** d1 can be reached from n1 and n2; v1 is on n1, v2 on n2, and both have the claim. */
  @Test
  void aDeviceThatTwoNodesReachIsNotFreedByAPodOfOneOfThem() {
    withNodes(node("n1").hostname().label("fabric", "yes").cpu("4"), node("n2").hostname().label("fabric", "yes").cpu("4"))
        .with(byLabel(slice("n1", "d1"))).with(claims("s", "cp"))
        .arrives(only("n1", user("v1", 0, "s")))
        .after(Duration.ofSeconds(5))
        .arrives(only("n2", user("v2", 0, "s")))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .then(stage -> {
          assertThat(stage.pod("v1")).isOn("n1");
          assertThat(stage.pod("v2")).isOn("n2");
        })
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aDeviceThatIsReachedByLabelsOrFromEverywhereIsNotFreedEvenIfThereIsOneNode() {
    for (ResourceSlice slice : List.of(byLabel(slice("n1", "d1")), everywhere(slice("n1", "d1")))) {
      withNodes(node("n1").label("fabric", "yes").cpu("4"))
          .with(slice).with(claims("s", "cp"))
          .arrives(user("v", 0, "s"))
          .after(Duration.ofSeconds(5))
          .arrives(user("p", 100, "cp"))
          .then(VictimClaimsScenarioTest::nobodyIsEvicted)
          .run();
    }
  }

  @Test
  void aDeviceThatNamesItsNodeItselfIsFreed() {
    Device device = new DeviceBuilder(device("d1")).withNodeName("n1").build();
    ResourceSlice slice =
        new ResourceSliceBuilder(slice("n1", device)).editSpec().withNodeName(null).withPerDeviceNodeSelection(true).endSpec().build();
    withNodes(node("n1").cpu("4"))
        .with(slice).with(claims("s", "cp"))
        .when("the claim controller starts", controller::start)
        .arrives(user("v", 0, "s"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("p")).isOn("n1").evictsExactly("v"))
        .run();
  }

  /** One device of a claim is local and the other is not: the claim is released as a whole or not at all. */
  @Test
  void aClaimWithOneDeviceThatIsNotLocalIsNotReleased() {
    ResourceSlice shared =
        new ResourceSliceBuilder(everywhere(slice("fabric", "f1"))).editSpec().withDriver("fabric.example.com").endSpec().build();
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1"), shared, claim("s", "gpu", 2), claim("cp", "gpu", 1))
        .arrives(user("v", 0, "s"))
        .after(Duration.ofSeconds(5))
        .then(stage -> assertThat(devices(stage, "s")).containsExactlyInAnyOrder("n1/d1", "fabric/f1"))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aPodWithAnExtendedResourceDoesNotPreemptForItsDevices() {
    withNodes(node("n1").cpu("4"))
        .with(deviceClass("gpus", GPU), slice("n1", "d1"), claim("s", "gpu", 1))
        .arrives(user("v", 0, "s"))
        .after(Duration.ofSeconds(5))
        .arrives(pod("p").priority(100).req(GPU, "1"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aPodWithAClaimBesideAnExtendedResourceDoesNotEither() {
    withNodes(node("n1").cpu("4"))
        .with(deviceClass("gpus", GPU), slice("n1", "d1", "d2")).with(claims("s", "cp"))
        .arrives(user("v", 0, "s"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp").req(GPU, "1"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  @Test
  void aPodWithAnExtendedResourceIsNotPreemptedForItsDevices() {
    withNodes(node("n1").cpu("4"))
        .with(deviceClass("gpus", GPU), slice("n1", "d1"), claim("cp", "gpu", 1))
        .arrives(pod("v").priority(0).req(GPU, "1"))
        .after(Duration.ofSeconds(5))
        .then(stage -> assertThat(stage.pod("v")).isOn("n1"))
        .arrives(user("p", 100, "cp"))
        .then(VictimClaimsScenarioTest::nobodyIsEvicted)
        .run();
  }

  /** Somebody else takes to the victim's claim, so that it is not released after all: the preemptor looks for another way. */
  @Test
  void aClaimThatIsTakenOverIsNoLongerWaitedFor() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d1"))
        .with(claims("s", "b", "c"))
        .arrives(user("low", 0, "s"))
        .arrives(user("middle", 10, "b"))
        .after(Duration.ofSeconds(5))
        .arrives(user("high", 100, "c"))
        .after(Duration.ofSeconds(5))
        .arrives(user("sharer", 500, "s"))
        .when("the claim controller starts", controller::start)
        .after(Duration.ofMinutes(3))
        .then(
            stage -> {
              assertThat(stage.pod("sharer")).isScheduled();
              assertThat(stage.pod("high")).isScheduled().evictsExactly("low", "middle");
            })
        .run();
  }

  /** Of three victims the first cannot be deleted: the third is not asked, and only the second one's claim is waited for. */
  @Test
  void whenOneOfSeveralDeletesFailsOnlyTheClaimsOfThoseThatGoAreWaitedFor() {
    withNodes(node("n1").cpu("4"))
        .with(slice("n1", "d1", "d2", "d3"))
        .with(claims("c1", "c2", "c3")).with(claim("cp", "gpu", 3))
        .arrives(user("v1", 3, "c1"), user("v2", 2, "c2"), user("v3", 1, "c3"))
        .after(Duration.ofSeconds(5))
        .when("v1 cannot be deleted for a minute", stage -> stage.faults().arm(
            WriteFault.failing().on(Verb.DELETE)
                .when(request -> request.name().equals("v1"))
                .between(stage.world().time(), stage.world().time().now(), stage.world().time().now().plusSeconds(60))))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .then(
            stage -> {
              assertThat(stage.pod("v1")).isOn("n1");
              assertThat(stage.pod("v2")).isGone();
              assertThat(stage.pod("v3")).isOn("n1");
            })
        .when("p is tried", stage -> retry(stage, "p"))
        .then(
            stage ->
                assertThat(stage.pod("p")).isNominatedTo("n1").isPendingBecause("still allocated: default/c2."))
        .after(Duration.ofMinutes(1))
        .then(stage -> assertThat(stage.pod("v1")).isOn("n1"))
        .when("the claim controller starts", controller::start)
        .after(VICTIMS_ARE_GONE.plus(SETTLED))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1").evictsExactly("v1", "v2", "v3"))
        .run();
  }
}
