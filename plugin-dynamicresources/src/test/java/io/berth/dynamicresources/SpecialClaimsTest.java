package io.berth.dynamicresources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.ExtendedResources.OnNode;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.DeviceBooks;
import io.berth.framework.Code;
import io.berth.framework.FeatureGates;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Source: plugins/dynamicresources/dynamicresources_test.go (the cases of extended resources), v1.37.2. */
class SpecialClaimsTest {
  private static final String GPU = "example.com/gpu";
  private static final String FPGA = "example.com/fpga";
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/gpu";

  private final FakeHandle handle = new FakeHandle();
  private final List<String> booked = new ArrayList<>();
  private final ClaimTracker tracker =
      new ClaimTracker(
          new DeviceBooks() {
            @Override
            public void book(ClaimAllocation allocation) {
              allocation.devices().forEach(device -> booked.add(device.getDevice()));
            }

            @Override
            public void release(ClaimAllocation allocation) {
              allocation.devices().forEach(device -> booked.remove(device.getDevice()));
            }
          });
  private final ExtendedResources extended = SpecialClaims.of(handle, tracker, new ClaimWrites(handle));

  @BeforeEach
  void aClassStandsForGpus() {
    deviceClass("gpu", GPU);
  }

  private void deviceClass(String name, String resource) {
    handle
        .objects(ResourceKind.DEVICE_CLASSES)
        .add(
            new DeviceClassBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withExtendedResourceName(resource)
                .endSpec()
                .build());
  }

  private OnNode on(PodInfo pod, NodeFixture node) {
    ClaimInfo special = extended.specialClaim(pod);
    assertThat(special).isNotNull();
    return extended.onNode(special, false, pod, node.info());
  }

  private static List<String> requests(OnNode onNode) {
    return ((OnNode.Devices) onNode)
        .claim().claim().getSpec().getDevices().getRequests().stream().map(DeviceRequest::getName).toList();
  }

  private <T> T now(CompletionStage<T> stage) {
    handle.time().run();
    return stage.toCompletableFuture().join();
  }

  @Test
  void onlyAPodThatRequestsSuchAResourceHasASpecialClaim() {
    assertThat(extended.specialClaim(pod("p").cpu("1").info())).isNull();
    assertThat(extended.specialClaim(pod("p").req(FPGA, "1").info())).isNull();
    assertThat(extended.specialClaim(pod("p").req(GPU, "0").info())).isNull();
    assertThat(extended.specialClaim(pod("p").req(GPU, "1").info())).isNotNull();
    assertThat(extended.specialClaim(pod("p").req(IMPLICIT, "1").info())).isNotNull();
    assertThat(extended.specialClaim(pod("p").cpu("1").initReq(GPU, "1").info())).isNotNull();
  }

  @Test
  void withoutTheGateNoPodHasOne() {
    FakeHandle off = new FakeHandle().featureGates(FeatureGates.defaults().with(FeatureGates.DRA_EXTENDED_RESOURCE, false));
    assertThat(SpecialClaims.of(off, tracker, new ClaimWrites(off))).isSameAs(ExtendedResources.NONE);
  }

  @Test
  void itIsOwnedByThePodAndHasNoRequestsYet() {
    PodInfo pod = pod("p").uid("u").req(GPU, "1").info();
    ClaimInfo special = extended.specialClaim(pod);
    ResourceClaim claim = special.claim();
    assertThat(extended.isWritten(special)).isFalse();
    assertThat(claim.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(claim.getMetadata().getGenerateName()).isEqualTo("p-extended-resources-");
    assertThat(claim.getMetadata().getAnnotations()).containsEntry("resource.kubernetes.io/extended-resource-claim", "true");
    assertThat(claim.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(
            owner -> {
              assertThat(owner.getKind()).isEqualTo("Pod");
              assertThat(owner.getName()).isEqualTo("p");
              assertThat(owner.getUid()).isEqualTo("u");
              assertThat(owner.getController()).isTrue();
            });
    assertThat(claim.getSpec().getDevices()).isNull();
    assertThat(special.uid()).isNotEqualTo(extended.specialClaim(pod("q").uid("v").req(GPU, "1").info()).uid());
  }

  @Test
  void aNodeWithoutTheResourceIsToProvideDevices() {
    PodInfo pod = pod("p").req(GPU, "1").info();
    OnNode onNode = on(pod, node("n"));
    assertThat(requests(onNode)).containsExactly("container-0-request-0");
    assertThat(((OnNode.Devices) onNode).mappings()).singleElement().satisfies(m -> assertThat(m.getResourceName()).isEqualTo(GPU));
    assertThat(requests(on(pod, node("n").resource(GPU, "0")))).hasSize(1);
  }

  @Test
  void aNodeThatHasTheResourceNeedsNoDevices() {
    assertThat(on(pod("p").req(GPU, "1").info(), node("n").resource(GPU, "4"))).isEqualTo(OnNode.NOTHING);
    PodInfo withOwnClaims = pod("p").req(GPU, "1").info();
    assertThat(extended.onNode(extended.specialClaim(withOwnClaims), true, withOwnClaims, node("n").resource(GPU, "4").info()))
        .isEqualTo(OnNode.NOTHING);
  }

  @Test
  void eachNodeProvidesDevicesForWhatItLacks() {
    deviceClass("fpga", FPGA);
    PodInfo pod = pod("p").req(GPU, "1", FPGA, "1").info();
    assertThat(requests(on(pod, node("none")))).containsExactly("container-0-request-0", "container-0-request-1");
    assertThat(requests(on(pod, node("gpus").resource(GPU, "1")))).containsExactly("container-0-request-0");
    assertThat(requests(on(pod, node("fpgas").resource(FPGA, "1")))).containsExactly("container-0-request-1");
    assertThat(on(pod, node("both").resource(FPGA, "1").resource(GPU, "1"))).isEqualTo(OnNode.NOTHING);
  }

  @Test
  void nodesThatLackTheSameShareOneClaim() {
    deviceClass("fpga", FPGA);
    PodInfo pod = pod("p").req(GPU, "1", FPGA, "1").info();
    ClaimInfo special = extended.specialClaim(pod);
    assertThat(extended.onNode(special, false, pod, node("a").info())).isSameAs(extended.onNode(special, false, pod, node("b").info()));
    assertThat(extended.onNode(special, false, pod, node("a").resource(GPU, "1").info()))
        .isSameAs(extended.onNode(special, false, pod, node("b").resource(GPU, "2").info()));
  }

  @Test
  void aResourceThatNobodyProvidesMakesTheNodeUnfit() {
    PodInfo pod = pod("p").req(GPU, "1", FPGA, "1").info();
    assertThat(on(pod, node("n")))
        .isInstanceOfSatisfying(
            OnNode.Reject.class,
            reject -> {
              assertThat(reject.status().code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
              assertThat(reject.status().reasons()).containsExactly("cannot fit resource");
            });
    assertThat(requests(on(pod, node("n").resource(FPGA, "0")))).as("the plugin for resources answers for it").hasSize(1);
  }

  @Test
  void anotherCycleInBetweenDoesNotMatter() {
    PodInfo pod = pod("p").req(GPU, "1").info();
    ClaimInfo special = extended.specialClaim(pod);
    extended.specialClaim(pod("q").req(GPU, "2").info());
    assertThat(requests(extended.onNode(special, false, pod, node("n").info()))).containsExactly("container-0-request-0");
  }

  private static ResourceClaim stored(PodFixture pod, @Nullable String device) {
    PodInfo info = pod.info();
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("p-extended-resources-x7k2p")
        .withUid("real")
        .withResourceVersion(device == null ? "1" : "2")
        .addToFinalizers("resource.kubernetes.io/delete-protection")
        .addToAnnotations("resource.kubernetes.io/extended-resource-claim", "true")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Pod")
        .withName(info.name())
        .withUid(info.uid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("container-0-request-0")
        .endRequest()
        .endDevices()
        .endSpec()
        .withNewStatus()
        .withAllocation(
            device == null
                ? null
                : new AllocationResultBuilder()
                    .withNewDevices()
                    .addNewResult()
                    .withDevice(device)
                    .endResult()
                    .endDevices()
                    .build())
        .endStatus()
        .build();
  }

  @Test
  void aClaimThatAnEarlierAttemptLeftIsFoundAndFitsNowhere() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    tracker.onAdd(stored(pod, "d1"));
    ClaimInfo special = extended.specialClaim(pod.info());
    assertThat(special.name()).isEqualTo("p-extended-resources-x7k2p");
    assertThat(extended.isWritten(special)).isTrue();
    assertThat(extended.onNode(special, false, pod.info(), node("n").info()))
        .isInstanceOfSatisfying(
            OnNode.Reject.class,
            reject -> {
              assertThat(reject.status().code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
              assertThat(reject.status().reasons()).containsExactly("cannot schedule extended resource claim");
            });
    assertThat(extended.isWritten(extended.specialClaim(pod("q").uid("v").req(GPU, "1").info()))).isFalse();

    tracker.onDelete(stored(pod, "d1"), false);
    assertThat(extended.isWritten(extended.specialClaim(pod.info()))).isFalse();
  }

  @Test
  void itIsCreatedUnderANameOfTheClustersChoice() {
    PodInfo pod = pod("p").req(GPU, "1").info();
    ClaimInfo special = extended.specialClaim(pod);
    OnNode.Devices devices = (OnNode.Devices) extended.onNode(special, false, pod, node("n").info());
    ResourceClaim sent = ((Attempt.Done) now(extended.create(special, devices, pod))).claim();
    assertThat(sent.getMetadata().getName()).isNull();
    assertThat(sent.getMetadata().getUid()).isNull();
    assertThat(sent.getMetadata().getGenerateName()).isEqualTo("p-extended-resources-");
    assertThat(sent.getMetadata().getOwnerReferences()).hasSize(1);
    assertThat(sent.getSpec().getDevices().getRequests()).hasSize(1);
    assertThat(sent.getStatus()).isNull();
  }

  @Test
  void aClaimThatCannotBeCreatedIsAFailureThatNamesIt() {
    PodInfo pod = pod("p").req(GPU, "1").info();
    ClaimInfo special = extended.specialClaim(pod);
    OnNode.Devices devices = (OnNode.Devices) extended.onNode(special, false, pod, node("n").info());
    handle.recordedWrites().next(new WriteOutcome.Failed<>("quota exceeded", null));
    assertThat(now(extended.create(special, devices, pod)))
        .isEqualTo(new Attempt.Failed("create claim for extended resources default/p-extended-resources-: quota exceeded"));
  }

  @Test
  void creationsAreCountedByTheirOutcome() {
    List<String> counted = new ArrayList<>();
    handle.metrics(
        new SchedulerMetrics() {
          @Override
          public void resourceClaimCreation(String status) {
            counted.add(status);
          }
        });
    PodInfo pod = pod("p").req(GPU, "1").info();
    ClaimInfo special = extended.specialClaim(pod);
    OnNode.Devices devices = (OnNode.Devices) extended.onNode(special, false, pod, node("n").info());
    handle.recordedWrites().next(new WriteOutcome.Failed<>("quota exceeded", null));
    now(extended.create(special, devices, pod));
    now(extended.create(special, devices, pod));

    assertThat(counted).containsExactly("failure", "success");
  }

  private CompletionStage<Status> written(PodFixture pod) {
    ClaimInfo special = extended.specialClaim(pod.info());
    OnNode.Devices devices = (OnNode.Devices) extended.onNode(special, false, pod.info(), node("n").info());
    ResourceClaim claim = stored(pod, "d1");
    CompletionStage<Status> status =
        extended.written(claim, ClaimAllocation.of(claim.getStatus().getAllocation()), devices, pod.info());
    handle.time().run();
    return status;
  }

  @Test
  void thePodsStatusSaysWhichClaimItHasAndWhatFor() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    tracker.onAdd(stored(pod, "d1"));
    tracker.onDelete(stored(pod, "d1"), false);
    CompletionStage<Status> status = written(pod);
    assertThat(handle.recordedWrites().patches())
        .singleElement()
        .satisfies(
            patch -> {
              assertThat(patch.extendedResourceClaimStatus().getResourceClaimName()).isEqualTo("p-extended-resources-x7k2p");
              assertThat(patch.extendedResourceClaimStatus().getRequestMappings())
                  .singleElement()
                  .satisfies(mapping -> assertThat(mapping.getRequestName()).isEqualTo("container-0-request-0"));
            });
    assertThat(status.toCompletableFuture()).isNotDone();
  }

  @Test
  void theDevicesAreBookedUnderTheClaimWhenEventsShowIt() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    CompletionStage<Status> status = written(pod);
    tracker.onAdd(stored(pod, null));
    assertThat(booked).isEmpty();
    assertThat(now(status)).isEqualTo(Status.SUCCESS);
    assertThat(booked).containsExactly("d1");
    assertThat(handle.time().waitingTimers()).isZero();
  }

  @Test
  void aClaimThatEventsHaveShownAlreadyIsNotWaitedFor() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    ClaimInfo special = extended.specialClaim(pod.info());
    OnNode.Devices devices = (OnNode.Devices) extended.onNode(special, false, pod.info(), node("n").info());
    ResourceClaim claim = stored(pod, "d1");
    tracker.onAdd(claim);
    assertThat(now(extended.written(claim, ClaimAllocation.of(claim.getStatus().getAllocation()), devices, pod.info())))
        .isEqualTo(Status.SUCCESS);
  }

  @Test
  void afterTwoMinutesNobodyWaitsForTheEventAnyMore() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    CompletionStage<Status> status = written(pod);
    handle.time().advance(Duration.ofSeconds(119));
    assertThat(status.toCompletableFuture()).isNotDone();
    handle.time().advance(Duration.ofSeconds(1));
    assertThat(now(status)).isEqualTo(Status.SUCCESS);
  }

  @Test
  void aStatusThatCannotBeWrittenIsAnErrorThatNamesThePod() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    ClaimInfo special = extended.specialClaim(pod.info());
    OnNode.Devices devices = (OnNode.Devices) extended.onNode(special, false, pod.info(), node("n").info());
    ResourceClaim claim = stored(pod, "d1");
    tracker.onAdd(claim);
    handle.recordedWrites().next(new WriteOutcome.Failed<>("no", null));
    Status status = now(extended.written(claim, ClaimAllocation.of(claim.getStatus().getAllocation()), devices, pod.info()));
    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.message()).isEqualTo("update pod default/p ExtendedResourceClaimStatus: no");
  }

  @Test
  void aClaimIsDeletedAfterItsProtectionIsTakenAway() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    tracker.onAdd(stored(pod, "d1"));
    Attempt attempt = now(extended.delete(extended.specialClaim(pod.info())));
    assertThat(((Attempt.Done) attempt).claim().getMetadata().getFinalizers()).isEmpty();
    assertThat(handle.recordedWrites().requests())
        .containsExactly(
            "update resourceclaims default/p-extended-resources-x7k2p", "delete resourceclaims default/p-extended-resources-x7k2p");
  }

  @Test
  void aClaimThatIsGoneAlreadyIsDeletedWell() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    tracker.onAdd(stored(pod, "d1"));
    handle.recordedWrites().next(new WriteOutcome.NotFound<>("gone")).next(new WriteOutcome.NotFound<>("gone"));
    assertThat(now(extended.delete(extended.specialClaim(pod.info())))).isInstanceOf(Attempt.Done.class);
  }

  @Test
  void aDeletionThatFailsSaysWhy() {
    PodFixture pod = pod("p").uid("u").req(GPU, "1");
    tracker.onAdd(stored(pod, "d1"));
    handle.recordedWrites().next(new WriteOutcome.Failed<>("forbidden", null));
    assertThat(now(extended.delete(extended.specialClaim(pod.info()))))
        .isEqualTo(new Attempt.Failed("update resourceclaim default/p-extended-resources-x7k2p: forbidden"));
  }
}
