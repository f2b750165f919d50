package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.testkit.Fixtures.pod;

import io.berth.framework.FeatureGates;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.Stage;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What scenarios about devices have in common, above all those of preemption. */
final class DevicePreemptions {
  /** After this time pods with the usual grace period have ended. */
  static final Duration VICTIMS_ARE_GONE = Duration.ofSeconds(40);

  /** After this time {@link #slow} pods have ended, too. */
  static final Duration SLOW = Duration.ofMinutes(5);

  /** After this time whatever can be placed has been. */
  static final Duration SETTLED = Duration.ofSeconds(30);

  private DevicePreemptions() {}

  /** Nodes whose pods take all the time to end that they are given, the class {@code gpu}, and a scheduler that preempts for devices. */
  static Scenario withNodes(NodeFixture... nodes) {
    return Scenario.withNodes(nodes)
        .kubelets(kubelets -> kubelets.withTerminationDelay(Duration.ofDays(1)))
        .gate(FeatureGates.DRA_PREEMPTION, true)
        .with(deviceClass("gpu"));
  }

  /** A pod that uses these claims. */
  static PodFixture user(String name, int priority, String... claims) {
    return DeviceObjects.user(name, claims).priority(priority);
  }

  /** As above; it never preempts. */
  static PodFixture meek(String name, int priority, String... claims) {
    return user(name, priority, claims).preemptionPolicy("Never");
  }

  /** A pod that takes so much CPU and {@link #SLOW so long} to end that its preemptor has to wait for it. */
  static PodFixture slow(String name) {
    return pod(name).priority(0).cpu("2").terminationGracePeriodSeconds(SLOW.toSeconds());
  }

  /** The pod can only be on this node, which has to have its host name as a label. */
  static PodFixture only(String node, PodFixture pod) {
    return pod.nodeSelector("kubernetes.io/hostname", node);
  }

  /** The claim as the cluster has it. */
  static ResourceClaim claimOf(Stage stage, String name) {
    return Objects.requireNonNull(stage.cluster().get(ResourceKind.RESOURCE_CLAIMS, "default", name), name);
  }

  /** The pod as the cluster has it. */
  static Pod podOf(Stage stage, String name) {
    return Objects.requireNonNull(stage.cluster().pod(name), name);
  }

  private static @Nullable AllocationResult allocation(Stage stage, String name) {
    var status = claimOf(stage, name).getStatus();
    return status == null ? null : status.getAllocation();
  }

  /** The devices of a claim, as {@code pool/device}; none while it has no allocation. */
  static List<String> devices(Stage stage, String claim) {
    AllocationResult allocation = allocation(stage, claim);
    return allocation == null
        ? List.of()
        : allocation.getDevices().getResults().stream().map(device -> device.getPool() + "/" + device.getDevice()).toList();
  }

  /** How much memory a claim has of a shared device, in the words of its allocation. */
  static String memory(Stage stage, String claim) {
    AllocationResult allocation = Objects.requireNonNull(allocation(stage, claim), claim);
    return allocation.getDevices().getResults().get(0).getConsumedCapacity().get("mem").toString();
  }

  /** The names of those that the claim is reserved for. */
  static List<String> consumers(Stage stage, String claim) {
    var status = claimOf(stage, claim).getStatus();
    return status == null
        ? List.of()
        : status.getReservedFor().stream().map(ResourceClaimConsumerReference::getName).toList();
  }

  /** Somebody reserves the claim for one more consumer. */
  static void reserveFor(Stage stage, String claim, ResourceClaimConsumerReference consumer) {
    var next = new ResourceClaimBuilder(claimOf(stage, claim)).editStatus().addToReservedFor(consumer).endStatus();
    stage.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, next.build());
  }

  /** Somebody takes all consumers out of the claim, and leaves it its devices. */
  static void unreserve(Stage stage, String claim) {
    var next = new ResourceClaimBuilder(claimOf(stage, claim)).editStatus().withReservedFor(List.of()).endStatus();
    stage.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, next.build());
  }

  /** Somebody takes everything that it was given from the claim. */
  static void release(Stage stage, String claim) {
    var next = new ResourceClaimBuilder(claimOf(stage, claim)).withNewStatus().endStatus();
    stage.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, next.build());
  }

  /** Somebody gives a claim this device, written {@code pool/device}, for the pod, whose UID is its name. */
  static void allocate(Stage stage, String claim, String device, String pod) {
    String[] parts = device.split("/");
    stage.cluster().update(
        new ResourceClaimBuilder(claimOf(stage, claim))
            .editMetadata().withFinalizers("resource.kubernetes.io/delete-protection").endMetadata()
            .editOrNewStatus()
            .withNewAllocation()
            .withNewDevices()
            .addNewResult().withRequest("r").withDriver(DeviceObjects.DRIVER).withPool(parts[0]).withDevice(parts[1]).endResult()
            .endDevices()
            .endAllocation()
            .addNewReservedFor().withResource("pods").withName(pod).withUid(pod).endReservedFor()
            .endStatus()
            .build());
  }

  /** Somebody clears the pod's nomination. */
  static void clearNomination(Stage stage, String pod) {
    stage.changePod(pod, change -> change.editStatus().withNominatedNodeName(null).endStatus());
  }

  /** Whatever the queue knows, the pod is tried. */
  static void retry(Stage stage, String pod) {
    stage.world().activate(podOf(stage, pod));
    stage.world().advance(Duration.ZERO);
  }

  /** How often the pod has been tried. */
  static int attempts(Stage stage, String pod) {
    return Objects.requireNonNull(stage.pod(pod).first().waiting()).attempts();
  }

  /** A claim of so much memory of one device. */
  static ResourceClaim capacityClaim(String name, String memory) {
    return new ResourceClaimBuilder(claim(name, "gpu", 1))
        .editSpec().editDevices().editFirstRequest().editExactly()
        .withNewCapacity().withRequests(Map.of("mem", new Quantity(memory))).endCapacity()
        .endExactly().endRequest().endDevices().endSpec()
        .build();
  }

  /** One device with memory that several claims may share. */
  static ResourceSlice sharedDevice(String node, String memory) {
    var device = new DeviceBuilder().withName("d1").withAllowMultipleAllocations(true)
        .addToCapacity("mem", new DeviceCapacity(null, new Quantity(memory)))
        .build();
    return slice(node, device);
  }
}
