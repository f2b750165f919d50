package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodClaims;
import io.berth.simulator.internal.PodClaims.Entry;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The resource claim controller from one start to the next stop: who has to be looked at, and when. Lives on its executor. */
final class ClaimSession {
  private final Mirror<Pod> pods;
  private final WorkQueue<Item> queue;
  private final KnownClaims claims;
  private final ClaimMaking making;
  private final ClaimCleanup cleanup;
  private final Map<ObjectKey, Set<ObjectKey>> podsByClaim = new HashMap<>();
  private final Map<ObjectKey, Set<ObjectKey>> podsByTemplate = new HashMap<>();

  /** A pod or a claim. */
  private record Item(boolean pod, ObjectKey key) {}

  ClaimSession(Session session) {
    this.queue = session.queue(this::reconcile);
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
    this.claims = new KnownClaims(session, this::claimChanged);
    Mirror<ResourceClaimTemplate> templates =
        session.mirror(ResourceKind.RESOURCE_CLAIM_TEMPLATES, (key, before, after) -> templateChanged(key, after));
    this.making = new ClaimMaking(session, claims, templates);
    this.cleanup = new ClaimCleanup(session, pods);
  }

  private Next reconcile(Item item) {
    if (!item.pod()) {
      ResourceClaim claim = claims.seen(item.key());
      return claim == null ? Next.DONE : cleanup.reconcile(claim);
    }
    Pod pod = pods.get(item.key());
    return pod == null || PodRules.isTerminating(pod) || PodClaims.isDone(pod) ? Next.DONE : making.reconcile(pod);
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    if (before != null) {
      index(before, (map, name) -> remove(map, name, key));
    }
    if (after != null) {
      index(after, (map, name) -> map.computeIfAbsent(name, n -> new TreeSet<>()).add(key));
    }
    if (before != null && PodClaims.any(before) && (after == null || !uid(before).equals(uid(after)))) {
      cleanup.gone(uid(before));
      enqueueClaims(before);
    }
    if (after != null) {
      enqueue(key, after);
    }
  }

  private void enqueue(ObjectKey key, Pod pod) {
    if (!PodClaims.any(pod)) {
      return;
    }
    if (PodClaims.isDone(pod)) {
      enqueueClaims(pod);
    } else if (!PodRules.isTerminating(pod) && needsWork(pod)) {
      queue.add(new Item(true, key));
    }
  }

  private void enqueueClaims(Pod pod) {
    PodClaims.names(pod).forEach(name -> queue.add(new Item(false, new ObjectKey(pod.getMetadata().getNamespace(), name))));
  }

  private void claimChanged(ObjectKey key, @Nullable ResourceClaim after) {
    if (after != null) {
      queue.add(new Item(false, key));
    }
    enqueueAll(podsByClaim.get(key));
  }

  private void templateChanged(ObjectKey key, @Nullable ResourceClaimTemplate after) {
    if (after != null) {
      enqueueAll(podsByTemplate.get(key));
    }
  }

  private void enqueueAll(@Nullable Set<ObjectKey> users) {
    for (ObjectKey key : users == null ? List.<ObjectKey>of() : List.copyOf(users)) {
      Pod pod = pods.get(key);
      if (pod != null) {
        enqueue(key, pod);
      }
    }
  }

  /** Whether a claim is to be made for the pod, or one that is there to be reserved. */
  private boolean needsWork(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    for (PodResourceClaim podClaim : PodClaims.entries(pod)) {
      Entry entry = PodClaims.entry(pod, podClaim);
      if (entry instanceof Entry.NotCreated) {
        return true;
      }
      if (!(entry instanceof Entry.Named named)) {
        continue;
      }
      ResourceClaim claim = claims.seen(new ObjectKey(namespace, named.claim()));
      if (claim == null && named.generated()) {
        return true;
      }
      boolean foreign = claim != null && named.generated() && !PodClaims.isFor(pod, claim);
      if (claim != null && !foreign && ClaimMaking.mustReserve(pod, claim)) {
        return true;
      }
    }
    return false;
  }

  /** What to do with an index and one of its keys. */
  private interface Indexing {
    void apply(Map<ObjectKey, Set<ObjectKey>> map, ObjectKey name);
  }

  private void index(Pod pod, Indexing indexing) {
    String namespace = pod.getMetadata().getNamespace();
    for (PodResourceClaim podClaim : PodClaims.entries(pod)) {
      if (PodClaims.entry(pod, podClaim) instanceof Entry.Named named) {
        indexing.apply(podsByClaim, new ObjectKey(namespace, named.claim()));
      }
      if (podClaim.getResourceClaimTemplateName() != null) {
        indexing.apply(podsByTemplate, new ObjectKey(namespace, podClaim.getResourceClaimTemplateName()));
      }
    }
  }

  private static void remove(Map<ObjectKey, Set<ObjectKey>> map, ObjectKey name, ObjectKey pod) {
    Set<ObjectKey> users = map.get(name);
    if (users != null && users.remove(pod) && users.isEmpty()) {
      map.remove(name);
    }
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
