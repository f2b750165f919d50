package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.internal.PodClaims;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import java.util.Arrays;

/** Claims and pods that use them, and what a scheduler does with them. */
final class Claims {
  private Claims() {}

  static PodResourceClaim fromTemplate(String name, String template) {
    return new PodResourceClaim(name, null, template);
  }

  static PodResourceClaim shared(String name, String claim) {
    return new PodResourceClaim(name, claim, null);
  }

  static ResourceClaimTemplate template(String name) {
    return new ResourceClaimTemplateBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNewMetadata()
        .addToLabels("team", "blue")
        .addToAnnotations("note", "kept")
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("gpu")
        .withNewExactly()
        .withDeviceClassName("gpu")
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .endSpec()
        .build();
  }

  static ResourceClaim claim(String name) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withSpec(template("t").getSpec().getSpec())
        .build();
  }

  /** Gives the claim a device and lets the pods use it, as a scheduler does. */
  static void allocate(InMemoryCluster cluster, String claim, Pod... pods) {
    ResourceClaim there = get(cluster, claim);
    ResourceClaimBuilder next =
        new ResourceClaimBuilder(there)
            .editMetadata()
            .withFinalizers(PodClaims.FINALIZER)
            .endMetadata()
            .editOrNewStatus()
            .withNewAllocation()
            .withNewDevices()
            .addNewResult()
            .withRequest("gpu")
            .withDriver("gpu.example.com")
            .withPool("n")
            .withDevice("gpu-0")
            .withBindingConditions("Ready")
            .withBindingFailureConditions("Broken")
            .endResult()
            .endDevices()
            .endAllocation()
            .endStatus();
    Arrays.stream(pods)
        .forEach(
            pod ->
                next.editStatus()
                    .addNewReservedFor()
                    .withResource("pods")
                    .withName(pod.getMetadata().getName())
                    .withUid(pod.getMetadata().getUid())
                    .endReservedFor()
                    .endStatus());
    cluster.update(next.build());
  }

  static ResourceClaim get(InMemoryCluster cluster, String name) {
    return cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", name);
  }

  static void phase(InMemoryCluster cluster, String pod, String phase) {
    cluster.update(new PodBuilder(cluster.pod(pod)).editOrNewStatus().withPhase(phase).endStatus().build());
  }
}
