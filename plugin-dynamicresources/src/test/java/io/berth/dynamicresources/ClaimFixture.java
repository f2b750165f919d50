package io.berth.dynamicresources;

import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;

/** Claims for tests. */
final class ClaimFixture {
  private final ResourceClaimBuilder claim;

  private ClaimFixture(ResourceClaimBuilder claim) {
    this.claim = claim;
  }

  /** A claim that requests one device of the class gpu. */
  static ClaimFixture claim(String name) {
    return bare(name).request("r", "gpu");
  }

  /** A claim without requests. */
  static ClaimFixture bare(String name) {
    return new ClaimFixture(
        new ResourceClaimBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName(name)
            .withUid("uid-" + name)
            .withResourceVersion("10")
            .endMetadata()
            .withNewSpec()
            .withNewDevices()
            .endDevices()
            .endSpec());
  }

  static ClaimFixture of(ResourceClaim claim) {
    return new ClaimFixture(new ResourceClaimBuilder(claim));
  }

  ClaimFixture version(int version) {
    claim.editMetadata().withResourceVersion(Integer.toString(version)).endMetadata();
    return this;
  }

  ClaimFixture request(String name, String className) {
    claim
        .editSpec()
        .editDevices()
        .addNewRequest()
        .withName(name)
        .withNewExactly()
        .withDeviceClassName(className)
        .withAllocationMode("ExactCount")
        .withCount(1L)
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec();
    return this;
  }

  /** A request with alternatives, each named after its class. */
  ClaimFixture oneOf(String name, String... classes) {
    for (int i = 0; i < classes.length; i++) {
      var devices = claim.editSpec().editDevices();
      var request =
          i == 0 ? devices.addNewRequest().withName(name) : devices.editLastRequest();
      request
          .addNewFirstAvailable()
          .withName("alternative-" + i)
          .withDeviceClassName(classes[i])
          .withAllocationMode("ExactCount")
          .withCount(1L)
          .endFirstAvailable()
          .endRequest()
          .endDevices()
          .endSpec();
    }
    return this;
  }

  ClaimFixture ownedBy(PodInfo pod) {
    claim.editMetadata().addNewOwnerReference().withKind("Pod").withName(pod.name()).withUid(pod.uid()).withController(true)
        .endOwnerReference().endMetadata();
    return this;
  }

  ClaimFixture terminating() {
    claim.editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata();
    return this;
  }

  ClaimFixture finalizer() {
    claim.editMetadata().addToFinalizers(ClaimCopies.FINALIZER).endMetadata();
    return this;
  }

  /** Allocated: the device of the pool that is called like the node, which only that node can reach. */
  ClaimFixture on(String node, String device) {
    claim
        .editOrNewStatus()
        .editOrNewAllocation()
        .withNodeSelector(
            new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(node)
                .endMatchField()
                .endNodeSelectorTerm()
                .build())
        .editOrNewDevices()
        .addNewResult()
        .withRequest("r")
        .withDriver(PluginBench.DRIVER)
        .withPool(node)
        .withDevice(device)
        .endResult()
        .endDevices()
        .endAllocation()
        .endStatus();
    return this;
  }

  /** Changes the last device that was allocated. */
  ClaimFixture device(java.util.function.UnaryOperator<DeviceRequestAllocationResultBuilder> change) {
    var results = claim.buildStatus().getAllocation().getDevices().getResults();
    int last = results.size() - 1;
    claim
        .editStatus()
        .editAllocation()
        .editDevices()
        .setToResults(last, change.apply(new DeviceRequestAllocationResultBuilder(results.get(last))).build())
        .endDevices()
        .endAllocation()
        .endStatus();
    return this;
  }

  /** Conditions that the last device waits for, and one that ends the wait. */
  ClaimFixture waitsFor(String condition, String failure) {
    return device(
        device -> device.addToBindingConditions(condition).addToBindingFailureConditions(failure));
  }

  ClaimFixture allocatedAt(String time) {
    claim.editStatus().editAllocation().withAllocationTimestamp(time).endAllocation().endStatus();
    return this;
  }

  /** The driver says this of the device. */
  ClaimFixture condition(String node, String device, String type, String status) {
    claim
        .editStatus()
        .addNewDevice()
        .withDriver(PluginBench.DRIVER)
        .withPool(node)
        .withDevice(device)
        .withConditions(
            new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason("Because")
                .withMessage("of \"this\"")
                .build())
        .endDevice()
        .endStatus();
    return this;
  }

  /** Reserved for the pod with this UID, which is called like it without {@code uid-}. */
  ClaimFixture reservedFor(String... podUids) {
    for (String uid : podUids) {
      String name = uid.startsWith("uid-") ? uid.substring(4) : uid;
      claim.editOrNewStatus().addNewReservedFor().withResource("pods").withName(name).withUid(uid).endReservedFor().endStatus();
    }
    return this;
  }

  ResourceClaim obj() {
    return claim.build();
  }
}
