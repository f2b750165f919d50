package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.use;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.cluster.ResourceKind;
import io.berth.plugins.noderesources.NodeResourcesFit;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.controllers.OwnerGarbageCollector;
import io.berth.simulator.controllers.ResourceClaimController;
import io.berth.testkit.NodeFixture;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pods that request an extended resource for which a device class stands. Source: plugins/dynamicresources/dynamicresources_test.go
 * and test/e2e/dra (extended resources), v1.37.2.
 */
class ExtendedResourcesScenarioTest {
  private static final String GPU = "example.com/gpu";
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/gpu";

  private static Scenario withNodes(NodeFixture... nodes) {
    return Scenario.withNodes(nodes).using(DynamicResources.NAME, DynamicResources.factory(DynamicResourcesArgs.DEFAULT));
  }

  private static List<ResourceClaim> claims(Stage stage) {
    return stage.cluster().list(ResourceKind.RESOURCE_CLAIMS);
  }

  private static void startControllers(Stage stage) {
    VirtualTime time = stage.world().time();
    ResourceClaimController.on(time, stage.cluster()).start();
    new OwnerGarbageCollector(
            stage.cluster(), time, time.executor(), Duration.ZERO, OwnerGarbageCollector.WORKLOADS_AND_CLAIMS)
        .start();
  }

  private static List<String> devices(ResourceClaim claim) {
    return claim.getStatus().getAllocation().getDevices().getResults().stream()
        .map(DeviceRequestAllocationResult::getDevice)
        .toList();
  }

  @Test
  void thePodGetsDevicesByAClaimOfItsOwn() {
    withNodes(node("n").cpu("4"))
        .with(deviceClass("gpu", GPU), slice("n", "d1", "d2"))
        .arrives(pod("p").req(GPU, "2"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(claims(stage))
                  .singleElement()
                  .satisfies(
                      claim -> {
                        assertThat(claim.getMetadata().getName()).startsWith("p-extended-resources-");
                        assertThat(claim.getMetadata().getAnnotations())
                            .containsEntry("resource.kubernetes.io/extended-resource-claim", "true");
                        assertThat(claim.getMetadata().getFinalizers()).containsExactly("resource.kubernetes.io/delete-protection");
                        assertThat(devices(claim)).containsExactly("d1", "d2");
                        assertThat(claim.getStatus().getReservedFor()).singleElement().satisfies(c -> assertThat(c.getName()).isEqualTo("p"));
                        var told = stage.cluster().pod("p").getStatus().getExtendedResourceClaimStatus();
                        assertThat(told.getResourceClaimName()).isEqualTo(claim.getMetadata().getName());
                        assertThat(told.getRequestMappings())
                            .extracting(ContainerExtendedResourceRequest::getRequestName)
                            .containsExactly("container-0-request-0");
                      });
            })
        .run();
  }

  @Test
  void theNameOfTheClassWillDo() {
    withNodes(node("n").cpu("4"))
        .with(deviceClass("gpu"), slice("n", "d1"))
        .arrives(pod("p").req(IMPLICIT, "1"))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .after(Duration.ofSeconds(10))
        .then(stage -> assertThat(stage.cluster().pod("p").getStatus().getPhase()).isEqualTo("Running"))
        .run();
  }

  @Test
  void eachContainerIsToldItsOwnRequest() {
    withNodes(node("n").cpu("4"))
        .with(deviceClass("gpu", GPU), slice("n", "d1", "d2", "d3"))
        .arrives(pod("p").req(GPU, "1").req(GPU, "2"))
        .then(
            stage ->
                assertThat(claims(stage).get(0).getStatus().getAllocation().getDevices().getResults())
                    .extracting(DeviceRequestAllocationResult::getRequest)
                    .containsExactly("container-0-request-0", "container-1-request-0", "container-1-request-0"))
        .run();
  }

  @Test
  void aNodeThatHasTheResourceByItselfNeedsNoClaim() {
    withNodes(node("n").cpu("4").resource(GPU, "1"))
        .with(deviceClass("gpu", GPU), slice("n", "d1"))
        .arrives(pod("p").req(GPU, "1"), pod("q").req(GPU, "1"))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(stage.pod("q")).isPendingBecause("Insufficient example.com/gpu");
              assertThat(claims(stage)).isEmpty();
              assertThat(stage.cluster().pod("p").getStatus().getExtendedResourceClaimStatus()).isNull();
            })
        .run();
  }

  @Test
  void nodesOfBothKindsServeTheSameResource() {
    withNodes(node("plugin").cpu("4").resource(GPU, "1"), node("driver").cpu("4"))
        .with(deviceClass("gpu", GPU), slice("driver", "d1"))
        .arrives(pod("a").req(GPU, "1"), pod("b").req(GPU, "1"), pod("c").req(GPU, "1"))
        .then(
            stage -> {
              assertThat(List.of(stage.pod("a").first().node(), stage.pod("b").first().node()))
                  .containsExactlyInAnyOrder("plugin", "driver");
              assertThat(stage.pod("c")).isPending();
              assertThat(claims(stage)).hasSize(1);
            })
        .run();
  }

  @Test
  void thePodsOwnClaimsAreServedTogetherWithIt() {
    withNodes(node("small").cpu("4"), node("large").cpu("4"))
        .with(deviceClass("gpu", GPU), slice("small", "d1"), slice("large", "d1", "d2"), claim("own", "gpu", 1))
        .arrives(pod("p").req(GPU, "1").podResourceClaims(use("own")))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("large");
              assertThat(claims(stage)).hasSize(2).allSatisfy(claim -> assertThat(devices(claim)).hasSize(1));
            })
        .run();
  }

  @Test
  void aPodWithItsOwnClaimOnANodeThatHasTheResourceNeedsNoSpecialOne() {
    withNodes(node("n").cpu("4").resource(GPU, "1"))
        .with(deviceClass("gpu", GPU), slice("n", "d1"), claim("own", "gpu", 1))
        .arrives(pod("p").req(GPU, "1").podResourceClaims(use("own")))
        .then(
            stage -> {
              assertThat(stage.pod("p")).isOn("n");
              assertThat(claims(stage)).singleElement().satisfies(claim -> assertThat(devices(claim)).containsExactly("d1"));
            })
        .run();
  }

  @Test
  void aPodThatFindsNoDevicesWaitsForThem() {
    withNodes(node("n").cpu("4"))
        .with(deviceClass("gpu", GPU), slice("n", "d1"))
        .arrives(pod("p").req(GPU, "2"))
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("cannot allocate all claims").isRejectedBy(DynamicResources.NAME))
        .when("the driver finds one more", stage -> stage.update(slice("n", "d1", "d2")))
        .after(Duration.ofSeconds(2))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void aClassThatComesMakesThePodSchedulable() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1"))
        .arrives(pod("p").req(GPU, "1"))
        .then(stage -> assertThat(stage.pod("p")).isPendingBecause("Insufficient example.com/gpu").isRejectedBy(NodeResourcesFit.NAME))
        .when("a class of another name comes", stage -> stage.create(deviceClass("other", "example.com/other")))
        .after(Duration.ofSeconds(2))
        .then(stage -> assertThat(stage.pod("p")).isPending().hasAttempts(1))
        .when("a class stands for it", stage -> stage.create(deviceClass("gpu", GPU)))
        .after(Duration.ofSeconds(2))
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  @Test
  void withThePodItsClaimGoesAndTheNextPodGetsTheDevices() {
    withNodes(node("n").cpu("4"))
        .with(deviceClass("gpu", GPU), slice("n", "d1"))
        .when(
            "controllers start",
            ExtendedResourcesScenarioTest::startControllers)
        .arrives(pod("p").req(GPU, "1"))
        .arrives(pod("q").req(GPU, "1"))
        .then(stage -> assertThat(stage.pod("q")).isPending())
        .when("p is deleted", stage -> stage.delete("p"))
        .after(Duration.ofSeconds(40))
        .then(
            stage -> {
              assertThat(stage.pod("q")).isOn("n");
              assertThat(claims(stage))
                  .singleElement()
                  .satisfies(claim -> assertThat(claim.getMetadata().getName()).startsWith("q-extended-resources-"));
            })
        .run();
  }
}
