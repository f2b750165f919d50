package io.berth.simulator.controllers;

import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodClaims;
import io.berth.simulator.internal.PodClaims.Entry;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Makes the claims of a pod, tells the pod their names, and reserves them for a pod that has its node. Lives on the executor. */
final class ClaimMaking {
  private static final int LONGEST_BASE = 57;

  private final Session session;
  private final KnownClaims claims;
  private final Mirror<ResourceClaimTemplate> templates;

  ClaimMaking(Session session, KnownClaims claims, Mirror<ResourceClaimTemplate> templates) {
    this.session = session;
    this.claims = claims;
    this.templates = templates;
  }

  /** Does the next thing for a pod that is not being deleted: at most one request each time. */
  Next reconcile(Pod pod) {
    Map<String, String> found = new TreeMap<>();
    for (PodResourceClaim podClaim : PodClaims.entries(pod)) {
      Entry entry = PodClaims.entry(pod, podClaim);
      String template = podClaim.getResourceClaimTemplateName();
      if (template == null || entry instanceof Entry.NotNeeded) {
        continue;
      }
      if (entry instanceof Entry.Named named) {
        ResourceClaim known = claims.get(new ObjectKey(pod.getMetadata().getNamespace(), named.claim()));
        if (known == null) {
          return lookUp(pod, podClaim, named.claim());
        }
        if (PodClaims.isFor(pod, known)) {
          continue;
        }
      }
      ResourceClaim orphan = claims.madeFor(pod, podClaim.getName());
      if (orphan == null) {
        return create(pod, podClaim, template);
      }
      found.put(podClaim.getName(), orphan.getMetadata().getName());
    }
    if (!found.isEmpty()) {
      return new Next.Answered(session.cluster().updateStatus(ResourceKind.PODS, withNames(pod, found)), Duration.ZERO);
    }
    return PodRules.nodeName(pod).isEmpty() ? Next.DONE : reserve(pod);
  }

  /** A claim that the pod's status names and nobody knows here: when it is truly gone, the pod gets another one. */
  private Next lookUp(Pod pod, PodResourceClaim podClaim, String name) {
    var ref = new ObjectRef<>(ResourceKind.RESOURCE_CLAIMS, pod.getMetadata().getNamespace(), name, "");
    return new Next.Answered(
        session.cluster().get(ref).thenComposeAsync(outcome -> lookedUp(pod, podClaim, outcome), session.executor()));
  }

  private CompletionStage<WriteOutcome<?>> lookedUp(Pod pod, PodResourceClaim podClaim, WriteOutcome<ResourceClaim> outcome) {
    boolean there = outcome instanceof WriteOutcome.Done<ResourceClaim> done && PodClaims.isFor(pod, done.object());
    if (there || !outcome.isDone() && !(outcome instanceof WriteOutcome.NotFound)) {
      return CompletableFuture.completedStage(outcome);
    }
    ResourceClaim orphan = claims.madeFor(pod, podClaim.getName());
    return orphan == null
        ? made(pod, podClaim, podClaim.getResourceClaimTemplateName())
            .thenCompose(made -> made instanceof WriteOutcome.Done<ResourceClaim> done ? named(pod, podClaim, done.object()) : CompletableFuture.completedStage(made))
        : named(pod, podClaim, orphan);
  }

  private CompletionStage<WriteOutcome<?>> named(Pod pod, PodResourceClaim podClaim, ResourceClaim claim) {
    Pod next = withNames(pod, Map.of(podClaim.getName(), claim.getMetadata().getName()));
    return session.cluster().updateStatus(ResourceKind.PODS, next).thenApply(written -> written);
  }

  private Next create(Pod pod, PodResourceClaim podClaim, String template) {
    return new Next.Answered(made(pod, podClaim, template), Duration.ZERO);
  }

  private CompletionStage<WriteOutcome<ResourceClaim>> made(Pod pod, PodResourceClaim podClaim, String templateName) {
    ResourceClaimTemplate template = templates.get(new ObjectKey(pod.getMetadata().getNamespace(), templateName));
    if (template == null) {
      String why = "resource claim template \"" + templateName + "\": resourceclaimtemplate.resource.k8s.io \"" + templateName + "\" not found";
      failed(pod, podClaim, why);
      return CompletableFuture.completedStage(new WriteOutcome.Failed<ResourceClaim>(why, null));
    }
    return session
        .cluster()
        .create(ResourceKind.RESOURCE_CLAIMS, claim(pod, podClaim, template))
        .thenApplyAsync(
            outcome -> {
              if (outcome instanceof WriteOutcome.Done<ResourceClaim> done) {
                claims.made(done.object());
              } else {
                failed(pod, podClaim, "create ResourceClaim : " + outcome.describe());
              }
              return outcome;
            },
            session.executor());
  }

  private void failed(Pod pod, PodResourceClaim podClaim, String why) {
    PodInfo regarding = PodInfo.of(pod, EffectiveRequests.upstream());
    String note = "PodResourceClaim " + podClaim.getName() + ": " + why;
    session
        .cluster()
        .event(regarding, null, EventNote.warning("FailedResourceClaimCreation", "", note, "resource_claim"));
  }

  private static ResourceClaim claim(Pod pod, PodResourceClaim podClaim, ResourceClaimTemplate template) {
    ResourceClaimTemplateSpec wanted = template.getSpec();
    ObjectMeta given = wanted == null ? null : wanted.getMetadata();
    Map<String, String> annotations = new LinkedHashMap<>();
    if (given != null && given.getAnnotations() != null) {
      annotations.putAll(given.getAnnotations());
    }
    annotations.put(PodClaims.ANNOTATION, podClaim.getName());
    OwnerReference owner = new OwnerReference();
    owner.setApiVersion("v1");
    owner.setKind("Pod");
    owner.setName(pod.getMetadata().getName());
    owner.setUid(pod.getMetadata().getUid());
    owner.setController(true);
    ObjectMeta meta = new ObjectMeta();
    meta.setNamespace(pod.getMetadata().getNamespace());
    meta.setGenerateName(prefix(pod.getMetadata().getName(), podClaim.getName()));
    meta.setAnnotations(annotations);
    if (given != null) {
      meta.setLabels(given.getLabels());
    }
    meta.setOwnerReferences(List.of(owner));
    ResourceClaim claim = new ResourceClaim();
    claim.setMetadata(meta);
    claim.setSpec(wanted == null ? null : wanted.getSpec());
    return claim;
  }

  /** Both names, each cut in proportion when they are too long together. */
  static String prefix(String pod, String podClaim) {
    int length = pod.length() + podClaim.length() + 2;
    if (length <= LONGEST_BASE) {
      return pod + "-" + podClaim + "-";
    }
    return pod.substring(0, pod.length() * LONGEST_BASE / length)
        + "-"
        + podClaim.substring(0, podClaim.length() * LONGEST_BASE / length);
  }

  private static Pod withNames(Pod pod, Map<String, String> found) {
    TreeMap<String, String> all = new TreeMap<>();
    for (PodResourceClaimStatus status : PodClaims.statuses(pod)) {
      if (status.getResourceClaimName() != null) {
        all.put(status.getName(), status.getResourceClaimName());
      }
    }
    all.putAll(found);
    List<PodResourceClaimStatus> statuses = new ArrayList<>();
    all.forEach((name, claim) -> statuses.add(new PodResourceClaimStatus(name, claim)));
    Pod next = Beans.shallow(pod);
    PodStatus status = pod.getStatus() == null ? new PodStatus() : Beans.shallow(pod.getStatus());
    status.setResourceClaimStatuses(statuses);
    next.setStatus(status);
    return next;
  }

  private Next reserve(Pod pod) {
    for (PodResourceClaim podClaim : PodClaims.entries(pod)) {
      if (PodClaims.entry(pod, podClaim) instanceof Entry.Named named) {
        ResourceClaim claim = claims.seen(new ObjectKey(pod.getMetadata().getNamespace(), named.claim()));
        if (claim == null) {
          return Next.DONE;
        }
        if ((!named.generated() || PodClaims.isFor(pod, claim)) && mustReserve(pod, claim)) {
          return new Next.Answered(session.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, reserved(claim, pod)));
        }
      }
    }
    return Next.DONE;
  }

  /** Whether the pod has its node and the claim its devices, and nothing says that the pod may use them. */
  static boolean mustReserve(Pod pod, @Nullable ResourceClaim claim) {
    return claim != null
        && !PodRules.nodeName(pod).isEmpty()
        && PodClaims.isAllocated(claim)
        && !PodClaims.isReservedFor(pod, claim);
  }

  private static ResourceClaim reserved(ResourceClaim claim, Pod pod) {
    ResourceClaimConsumerReference consumer = new ResourceClaimConsumerReference();
    consumer.setResource("pods");
    consumer.setName(pod.getMetadata().getName());
    consumer.setUid(pod.getMetadata().getUid());
    ResourceClaimStatus status = Beans.shallow(claim.getStatus());
    List<ResourceClaimConsumerReference> all = new ArrayList<>(status.getReservedFor());
    all.add(consumer);
    status.setReservedFor(all);
    ResourceClaim next = Beans.shallow(claim);
    next.setStatus(status);
    return next;
  }
}
