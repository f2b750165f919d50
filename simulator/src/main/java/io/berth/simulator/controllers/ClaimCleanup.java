package io.berth.simulator.controllers;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodClaims;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Takes claims from pods that do not need them any more, deallocates and deletes them. Lives on the controller's executor. */
final class ClaimCleanup {
  private static final int REMEMBERED = 500;

  private final Session session;
  private final Mirror<Pod> pods;
  private final Map<String, Boolean> gone = new LinkedHashMap<>();

  ClaimCleanup(Session session, Mirror<Pod> pods) {
    this.session = session;
    this.pods = pods;
  }

  /** A pod with this UID has been there and is not any more; the latest are remembered. */
  void gone(String podUid) {
    gone.remove(podUid);
    gone.put(podUid, true);
    if (gone.size() > REMEMBERED) {
      gone.remove(gone.keySet().iterator().next());
    }
  }

  /** Looks at a claim; asks the cluster for pods that are not known here before they lose it. */
  Next reconcile(ResourceClaim claim) {
    CompletionStage<List<ResourceClaimConsumerReference>> remaining = null;
    List<ResourceClaimConsumerReference> kept = new ArrayList<>();
    for (ResourceClaimConsumerReference consumer : PodClaims.reservedFor(claim)) {
      Boolean keep = keep(claim, consumer);
      if (keep == null) {
        CompletionStage<List<ResourceClaimConsumerReference>> before =
            remaining == null ? CompletableFuture.completedStage(kept) : remaining;
        remaining = before.thenCompose(list -> asked(claim, consumer).thenApply(is -> is ? with(list, consumer) : list));
      } else if (keep && remaining == null) {
        kept.add(consumer);
      } else if (keep) {
        remaining = remaining.thenApply(list -> with(list, consumer));
      }
    }
    if (remaining != null) {
      return new Next.Answered(remaining.thenComposeAsync(list -> release(claim, list), session.executor()));
    }
    if (isSettled(claim, kept)) {
      return Next.DONE;
    }
    return new Next.Answered(release(claim, kept));
  }

  /** Whether the consumer still needs the claim; {@code null} when that is not known here. */
  private @Nullable Boolean keep(ResourceClaim claim, ResourceClaimConsumerReference consumer) {
    String group = consumer.getApiGroup();
    if (group != null && !group.isEmpty() || !"pods".equals(consumer.getResource())) {
      return true;
    }
    if (gone.containsKey(consumer.getUid())) {
      return false;
    }
    Pod pod = pods.get(new ObjectKey(claim.getMetadata().getNamespace(), consumer.getName()));
    return pod == null ? null : Boolean.valueOf(pod.getMetadata().getUid().equals(consumer.getUid()) && !PodClaims.isDone(pod));
  }

  /** Asks the cluster whether there is such a pod; without an answer there is. */
  private CompletionStage<Boolean> asked(ResourceClaim claim, ResourceClaimConsumerReference consumer) {
    return session
        .cluster()
        .get(new ObjectRef<>(ResourceKind.PODS, claim.getMetadata().getNamespace(), consumer.getName(), consumer.getUid()))
        .thenApply(outcome -> !(outcome instanceof WriteOutcome.NotFound));
  }

  private static List<ResourceClaimConsumerReference> with(
      List<ResourceClaimConsumerReference> list, ResourceClaimConsumerReference consumer) {
    List<ResourceClaimConsumerReference> next = new ArrayList<>(list);
    next.add(consumer);
    return next;
  }

  private boolean isSettled(ResourceClaim claim, List<ResourceClaimConsumerReference> remaining) {
    boolean allKept = remaining.size() == PodClaims.reservedFor(claim).size();
    boolean held = !remaining.isEmpty() || !isGoing(claim) || !isProtected(claim);
    return allKept && held && !(remaining.isEmpty() && isUnneeded(claim));
  }

  private CompletionStage<WriteOutcome<?>> release(ResourceClaim claim, List<ResourceClaimConsumerReference> remaining) {
    CompletionStage<WriteOutcome<?>> done = CompletableFuture.completedStage(new WriteOutcome.Done<>(claim));
    if (remaining.size() < PodClaims.reservedFor(claim).size()) {
      boolean deallocate = remaining.isEmpty() && isProtected(claim);
      done = statusOf(claim, remaining, deallocate).thenCompose(this::unprotected);
    } else if (remaining.isEmpty() && isGoing(claim) && isProtected(claim)) {
      done =
          PodClaims.isAllocated(claim)
              ? statusOf(claim, remaining, true).thenCompose(this::unprotected)
              : unprotected(new WriteOutcome.Done<>(claim));
    }
    return remaining.isEmpty() && isUnneeded(claim)
        ? done.thenCompose(outcome -> outcome.isDone() ? delete(claim) : CompletableFuture.completedStage(outcome))
        : done;
  }

  private CompletionStage<WriteOutcome<ResourceClaim>> statusOf(
      ResourceClaim claim, List<ResourceClaimConsumerReference> remaining, boolean deallocate) {
    ResourceClaimStatus status = Beans.shallow(claim.getStatus());
    status.setReservedFor(List.copyOf(remaining));
    if (deallocate) {
      status.setAllocation(null);
    }
    ResourceClaim next = Beans.shallow(claim);
    next.setStatus(status);
    return session.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, next);
  }

  /** Takes the finalizer away from a claim that has no devices. */
  private CompletionStage<WriteOutcome<?>> unprotected(WriteOutcome<ResourceClaim> outcome) {
    if (!(outcome instanceof WriteOutcome.Done<ResourceClaim> done)
        || !isProtected(done.object())
        || PodClaims.isAllocated(done.object())) {
      return CompletableFuture.completedStage(outcome);
    }
    ResourceClaim next = Beans.shallow(done.object());
    ObjectMeta meta = Beans.shallow(done.object().getMetadata());
    meta.setFinalizers(meta.getFinalizers().stream().filter(name -> !PodClaims.FINALIZER.equals(name)).toList());
    next.setMetadata(meta);
    return session.cluster().update(ResourceKind.RESOURCE_CLAIMS, next).thenApply(written -> written);
  }

  private CompletionStage<WriteOutcome<?>> delete(ResourceClaim claim) {
    return session
        .cluster()
        .delete(ObjectRef.of(ResourceKind.RESOURCE_CLAIMS, claim))
        .thenApply(outcome -> outcome instanceof WriteOutcome.NotFound ? new WriteOutcome.Done<>(claim) : outcome);
  }

  /** Whether the claim was made for a pod that was replaced or will not run any more. */
  private boolean isUnneeded(ResourceClaim claim) {
    OwnerReference owner = PodClaims.owningPod(claim);
    Pod pod = owner == null ? null : pods.get(new ObjectKey(claim.getMetadata().getNamespace(), owner.getName()));
    return pod != null && (!pod.getMetadata().getUid().equals(owner.getUid()) || PodClaims.isDone(pod));
  }

  private static boolean isGoing(ResourceClaim claim) {
    return claim.getMetadata().getDeletionTimestamp() != null;
  }

  private static boolean isProtected(ResourceClaim claim) {
    return claim.getMetadata().getFinalizers().contains(PodClaims.FINALIZER);
  }
}
