package io.berth.conformance.cluster;

import static io.berth.conformance.cluster.Checks.answer;
import static io.berth.conformance.cluster.Checks.expect;
import static io.berth.conformance.cluster.Checks.expectEquals;

import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.List;

/** The writes of a claim that the scheduler makes for a pod's extended resources. */
final class ClaimChecks {
  private static final String NAMESPACE = "claims";
  private static final String GPU = "example.com/gpu";
  private static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  private final World world;
  private final ClusterWrites cluster;
  private final Checks checks;

  ClaimChecks(World world, Checks checks) {
    this.world = world;
    this.cluster = world.cluster();
    this.checks = checks;
  }

  void run() throws InterruptedException {
    world.namespace(NAMESPACE);
    checks.check("claims: made under a generated name, protected, allocated, told to the pod, deleted", this::specialClaim);
  }

  private void specialClaim() throws InterruptedException {
    Pod pod = world.create(pod("user"));
    ResourceClaim claim = World.done(answer(cluster.create(ResourceKind.RESOURCE_CLAIMS, draft(pod))));
    String name = claim.getMetadata().getName();
    expect(name.startsWith("user-extended-resources-"), "the claim is called " + name);

    ResourceClaim guarded = new ResourceClaimBuilder(claim).editMetadata().addToFinalizers(FINALIZER).endMetadata().build();
    ResourceClaim held = World.done(answer(cluster.update(ResourceKind.RESOURCE_CLAIMS, guarded)));
    answer(cluster.update(ResourceKind.RESOURCE_CLAIMS, claim), WriteOutcome.Conflict.class);
    ResourceClaim allocated = World.done(answer(cluster.updateStatus(ResourceKind.RESOURCE_CLAIMS, allocated(held, pod))));
    expectEquals("user", allocated.getStatus().getReservedFor().get(0).getName(), "who may use it");

    var told =
        new PodExtendedResourceClaimStatusBuilder()
            .withResourceClaimName(name)
            .addNewRequestMapping("main", "container-0-request-1", GPU)
            .build();
    Pod patched = World.done(answer(cluster.patchPodStatus(World.ref(pod), PodStatusPatch.ofExtendedResourceClaim(told))));
    expectEquals(name, patched.getStatus().getExtendedResourceClaimStatus().getResourceClaimName(), "the pod's claim");
    Pod nominated = World.done(answer(cluster.patchPodStatus(World.ref(pod), new PodStatusPatch(List.of(), "writes-node"))));
    expect(nominated.getStatus().getExtendedResourceClaimStatus() != null, "the pod's claim is gone after another patch");

    ResourceClaim free = new ResourceClaimBuilder(allocated).editMetadata().removeFromFinalizers(FINALIZER).endMetadata().build();
    answer(cluster.update(ResourceKind.RESOURCE_CLAIMS, free), WriteOutcome.Done.class);
    ObjectRef<ResourceClaim> ref = ObjectRef.of(ResourceKind.RESOURCE_CLAIMS, claim);
    answer(cluster.delete(ref), WriteOutcome.Done.class);
    answer(cluster.get(ref), WriteOutcome.NotFound.class);
    world.cluster().event(ref, EventNote.warning("Checked", "Checking", "an event about a claim", "conformance"));
  }

  private static Pod pod(String name) {
    return new PodBuilder(World.pod(NAMESPACE, name, "nobody", "100m"))
        .editSpec()
        .editFirstContainer()
        .editResources()
        .addToRequests(GPU, new Quantity("1"))
        .addToLimits(GPU, new Quantity("1"))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static ResourceClaim draft(Pod pod) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace(NAMESPACE)
        .withGenerateName("user-extended-resources-")
        .addToAnnotations("resource.kubernetes.io/extended-resource-claim", "true")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Pod")
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("container-0-request-1")
        .withNewExactly()
        .withDeviceClassName("gpu")
        .withAllocationMode("ExactCount")
        .withCount(1L)
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .build();
  }

  private static ResourceClaim allocated(ResourceClaim claim, Pod pod) {
    return new ResourceClaimBuilder(claim)
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .addNewResult()
        .withRequest("container-0-request-1")
        .withDriver("gpu.example.com")
        .withPool("writes-node")
        .withDevice("gpu-0")
        .endResult()
        .endDevices()
        .endAllocation()
        .addNewReservedFor()
        .withResource("pods")
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .endReservedFor()
        .endStatus()
        .build();
  }
}
