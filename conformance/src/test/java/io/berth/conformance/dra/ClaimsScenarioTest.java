package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.prepared;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.use;
import static io.berth.conformance.dra.DeviceObjects.user;
import static io.berth.conformance.dra.DevicePreemptions.claimOf;
import static io.berth.conformance.dra.DevicePreemptions.consumers;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.scheduler.PendingPod;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.controllers.ResourceClaimController;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import io.berth.testkit.NodeFixture;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Pods with claims, from the queue to the node. Source: test/integration/dra and plugins/dynamicresources, v1.37.2. */
class ClaimsScenarioTest {
  private static final int MOST_CONSUMERS = 256;

  private static Scenario withNodes(NodeFixture... nodes) {
    return withNodes(DynamicResourcesArgs.DEFAULT, nodes);
  }

  private static Scenario withNodes(DynamicResourcesArgs args, NodeFixture... nodes) {
    return Scenario.withNodes(nodes)
        .using(DynamicResources.NAME, DynamicResources.factory(args))
        .with(deviceClass("gpu"));
  }

  /** The slice, published by another driver. */
  private static ResourceSlice of(String driver, ResourceSlice slice) {
    return new ResourceSliceBuilder(slice)
        .editMetadata().withName(driver).endMetadata()
        .editSpec().withDriver(driver).endSpec()
        .build();
  }

  private static void startControllers(Stage stage) {
    ResourceClaimController.on(stage.world().time(), stage.cluster()).start();
  }

  @Test
  void whoeverWaitsHearsOfDevicesWhoseClaimWentBeforeItsWriterHeardThatItWasWritten() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("c", "other"))
        .when(
            "the answer to the allocation is late",
            stage ->
                stage
                    .faults()
                    .arm(
                        WriteFault.late(Duration.ZERO, Duration.ofSeconds(2))
                            .on(Verb.UPDATE_STATUS)
                            .ofKind(ResourceKind.RESOURCE_CLAIMS)
                            .atMost(1)))
        .arrives(user("p", "c"))
        .when(
            "pod and claim go before that",
            stage -> {
              stage.cluster().remove(stage.cluster().pod("p"));
              stage.cluster().remove(claimOf(stage, "c"));
            })
        .arrives(user("q", "other"))
        .then(stage -> assertThat(stage.pod("q")).isPending())
        .after(Duration.ofSeconds(30))
        .then(stage -> assertThat(stage.pod("q")).isOn("n"))
        .run();
  }

  @Test
  void aPodGoesWhereItsClaimCanHaveDevicesAndRuns() {
    withNodes(node("plain").cpu("4"), node("gpus").cpu("4"))
        .with(slice("gpus", "d1", "d2"), claim("c", "gpu", 2))
        .arrives(user("p", "c"))
        .after(Duration.ofSeconds(5))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("gpus");
              assertThat(devices(stage, "c")).containsExactly("gpus/d1", "gpus/d2");
              assertThat(consumers(stage, "c")).containsExactly("p");
              assertThat(claimOf(stage, "c").getMetadata().getFinalizers())
                  .containsExactly("resource.kubernetes.io/delete-protection");
              assertThat(stage.cluster().pod("p").getStatus().getPhase()).isEqualTo("Running");
            })
        .run();
  }

  @Test
  void theLastDeviceGoesToOnePodAndTheOtherWaitsUntilItIsFree() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .when("the claim controller starts", ClaimsScenarioTest::startControllers)
        .arrives(user("p", "a"), user("q", "b"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q"))
                  .isPendingBecause("0/1 nodes are available", "cannot allocate all claims")
                  .isRejectedBy(DynamicResources.NAME);
            })
        .when("p is deleted", stage -> stage.delete("p"))
        .after(Duration.ofSeconds(40))
        .then(
            stage -> {
              assertThat(devices(stage, "a")).isEmpty();
              assertThat(stage.pod("q")).isOn("n");
            })
        .inThisOrderOnly()
        .run();
  }

  @Test
  void podsThatShareAClaimAreOnTheNodeOfItsDevices() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d1"), claim("c", "gpu", 1))
        .arrives(user("p", "c"), user("q", "c"), user("r", "c"))
        .after(Duration.ofSeconds(5))
        .then(
            stage -> {
              String there = stage.pod("p").first().node();
              assertThat(stage.pod("p")).isOnOneOf("n1", "n2");
              assertThat(stage.pod("q")).isOn(there);
              assertThat(stage.pod("r")).isOn(there);
              assertThat(consumers(stage, "c")).containsExactlyInAnyOrder("p", "q", "r");
              assertThat(devices(stage, "c")).containsExactly(there + "/d1");
            })
        .run();
  }

  @Test
  void claimsFromTemplatesAreWaitedFor() {
    var template =
        new ResourceClaimTemplateBuilder()
            .withNewMetadata().withNamespace("default").withName("t").endMetadata()
            .withNewSpec().withSpec(claim("x", "gpu", 1).getSpec()).endSpec()
            .build();
    var entry = new PodResourceClaim();
    entry.setName("r");
    entry.setResourceClaimTemplateName("t");
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), template)
        .arrives(pod("p").podResourceClaims(entry))
        .then(stage -> assertThat(stage.pod("p")).isGatedBy(DynamicResources.NAME))
        .when("the claim controller starts", ClaimsScenarioTest::startControllers)
        .after(Duration.ofSeconds(5))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void classesSlicesAndClaimsMayComeLater() {
    Scenario.withNodes(node("n").cpu("4"))
        .using(DynamicResources.NAME, DynamicResources.factory(DynamicResourcesArgs.DEFAULT))
        .arrives(user("p", "c"))
        .then(stage -> assertThat(stage.pod("p")).isGatedBy(DynamicResources.NAME))
        .when("the claim comes", stage -> stage.create(claim("c", "gpu", 1)))
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("request r: device class gpu does not exist"))
        .when("the class comes", stage -> stage.create(deviceClass("gpu")))
        .after(Duration.ofSeconds(2))
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("cannot allocate all claims"))
        .when("the slice comes", stage -> stage.create(slice("n", "d1")))
        .after(Duration.ofSeconds(3))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void aConflictIsRepeatedWithinTheSameAttempt() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"), claim("c", "gpu", 1))
        .when(
            "somebody else is faster twice",
            stage ->
                stage.faults().arm(WriteFault.conflicting().on(Verb.UPDATE_STATUS).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(2)))
        .arrives(user("p", "c"))
        .after(Duration.ofSeconds(1))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void anAnswerThatIsLostNeitherLosesTheDeviceNorGivesItTwice() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .when(
            "the answer to the first allocation is lost, and its event is late",
            stage -> {
              stage
                  .faults()
                  .arm(
                      WriteFault.answerLost(Duration.ofSeconds(1))
                          .on(Verb.UPDATE_STATUS)
                          .ofKind(ResourceKind.RESOURCE_CLAIMS)
                          .atMost(1));
              stage
                  .faults()
                  .arm(WatchFault.late(Duration.ofSeconds(30)).ofKind(ResourceKind.RESOURCE_CLAIMS));
            })
        .arrives(user("p", "a"))
        .when("another pod comes", stage -> stage.create(user("q", "b")))
        .after(Duration.ofSeconds(90))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isPending();
              assertThat(devices(stage, "b")).isEmpty();
            })
        .run();
  }

  @Test
  void aClaimThatAsManyPodsUseAsMayIsRefusedToOneMore() {
    ResourceClaim full = claim("c", "gpu", 1);
    withNodes(node("n").cpu("400").pods(1000))
        .with(slice("n", "d1"), full)
        .arrives(user("p", "c"))
        .when(
            "255 others use the claim, too",
            stage -> {
              var now = new ResourceClaimBuilder(claimOf(stage, "c"));
              for (int i = 1; i < MOST_CONSUMERS; i++) {
                now.editStatus()
                    .addToReservedFor(new ResourceClaimConsumerReference(null, "o" + i, "pods", "uid-o" + i))
                    .endStatus();
              }
              stage.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, now.build());
              stage.create(user("q", "c"));
            })
        .after(Duration.ofSeconds(5))
        .then(
            stage -> {
              assertThat(stage.pod("q")).isPendingBecause("add reservation to claim default/c", "Too many: 257");
              assertThat(consumers(stage, "c")).hasSize(MOST_CONSUMERS).doesNotContain("q");
            })
        .run();
  }

  @Test
  void aPodIsBoundWhenItsDevicesAreReady() {
    withConditions(true)
        .arrives(user("p", "c"))
        .then(stage -> assertThat(stage.pod("p")).isNotBound())
        .after(Duration.ofSeconds(21))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void devicesThatFailAreGivenUpAndOthersAreTried() {
    withConditions(false)
        .arrives(user("p", "c"))
        .after(Duration.ofSeconds(60))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isNotBound();
              assertThat(stage.world().story().toString())
                  .contains("device binding failed: claim=c")
                  .contains("deallocation of ResourceClaim completed");
            })
        .when("a device comes that needs no preparation", stage -> stage.create(of("other.example.com", slice("n", "plain"))))
        .after(Duration.ofSeconds(60))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(devices(stage, "c")).containsExactly("n/plain");
            })
        .run();
  }

  @Test
  void devicesThatAreNotReadyInTimeAreGivenUp() {
    withNodes(new DynamicResourcesArgs(null, Duration.ofSeconds(30)), node("n").cpu("4"))
        .with(slice("n", prepared("slow")), claim("c", "gpu", 1))
        .arrives(user("p", "c"))
        .after(Duration.ofSeconds(29))
        .then(stage -> assertThat(devices(stage, "c")).containsExactly("n/slow"))
        .when("another device comes instead", stage -> stage.update(slice("n", "plain")))
        .after(Duration.ofSeconds(30))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(devices(stage, "c")).containsExactly("n/plain");
            })
        .run();
  }

  /** The driver answers 20 s after it has seen an allocation. */
  private static Scenario withConditions(boolean ready) {
    return AnsweringDriver.startsIn(withNodes(node("n").cpu("4")).with(claim("c", "gpu", 1)), Duration.ofSeconds(20), ready, prepared("prepared"));
  }

  @Test
  void aPodThatGivesUpItsReservationWakesWhoWaitsForTheDevice() {
    withNodes(node("n").cpu("1"))
        .with(slice("n", "d1")).with(claims("a", "b"))
        .when(
            "the finalizer of the first claim cannot be written for a while",
            stage ->
                stage
                    .faults()
                    .arm(
                        WriteFault.late(Duration.ofSeconds(5), Duration.ZERO)
                            .on(Verb.UPDATE)
                            .ofKind(ResourceKind.RESOURCE_CLAIMS)
                            .atMost(1)))
        .arrives(user("p", "a"))
        .when("another pod wants the device", stage -> stage.create(user("q", "b")))
        .then(stage -> assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims"))
        .when("the first one is deleted", stage -> stage.delete("p"))
        .after(Duration.ofSeconds(20))
        .then(stage -> assertThat(stage.pod("q")).isOn("n"))
        .run();
  }

  @Test
  void aSearchThatTakesTooLongIsTriedAgainAfterABackoff() {
    Scenario.withNodes(node("n").cpu("4"))
        .using(
            DynamicResources.NAME,
            handle -> DynamicResources.factory(DynamicResourcesArgs.DEFAULT).create(SlowStart.of(handle, Duration.ofSeconds(1))))
        .with(deviceClass("gpu"), slice("n", "d1"), claim("c", "gpu", 1))
        .arrives(user("p", "c"))
        .then(
            stage ->
                assertThat(stage.pod("p"))
                    .isPendingBecause("node n: timed out trying to allocate devices")
                    .waitsIn(PendingPod.Place.BACKOFF))
        .after(Duration.ofSeconds(3))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void explanationsTellWhatEachNodeLacks() {
    withNodes(node("n1").cpu("4"), node("n2").cpu("4"))
        .with(slice("n1", "d1"), claim("c", "gpu", 2))
        .arrives(user("p", "c"))
        .then(
            stage ->
                assertThat(
                        Objects.requireNonNull(stage.world().scheduler()).explain("default/p").orElseThrow().toString())
                    .contains("DynamicResources")
                    .contains("cannot allocate all claims"))
        .run();
  }
}
