package io.berth.simulator;

import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.PodClaims;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Asks whether a pod may use its devices: all its claims are there, allocated, and reserved for it.
 *
 * <p>Source: pkg/kubelet/cm/dra/manager.go (PrepareResources), v1.37.2.
 */
final class ClaimGate {
  private ClaimGate() {}

  /** Done when it may; otherwise the answer that says why not. */
  static CompletionStage<WriteOutcome<?>> ask(Cluster cluster, Pod pod) {
    if (!PodClaims.allNamed(pod)) {
      return CompletableFuture.completedStage(new WriteOutcome.Failed<>("a claim has not been created yet", null));
    }
    CompletionStage<WriteOutcome<?>> answer = CompletableFuture.completedStage(new WriteOutcome.Done<>(pod));
    for (String name : PodClaims.names(pod)) {
      var ref = new ObjectRef<>(ResourceKind.RESOURCE_CLAIMS, pod.getMetadata().getNamespace(), name, "");
      answer =
          answer.thenCompose(
              before ->
                  before.isDone()
                      ? cluster.get(ref).<WriteOutcome<?>>thenApply(outcome -> judged(pod, outcome))
                      : CompletableFuture.completedStage(before));
    }
    return answer;
  }

  private static WriteOutcome<?> judged(Pod pod, WriteOutcome<ResourceClaim> outcome) {
    if (outcome instanceof WriteOutcome.Done<ResourceClaim> done) {
      ResourceClaim claim = done.object();
      if (!PodClaims.isAllocated(claim) || !PodClaims.isReservedFor(pod, claim)) {
        return new WriteOutcome.Failed<>("resource claim " + claim.getMetadata().getName() + " is not reserved for the pod", null);
      }
    }
    return outcome;
  }
}
