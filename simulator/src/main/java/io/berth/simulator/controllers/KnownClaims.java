package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodClaims;
import io.berth.simulator.internal.Session;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The claims that the controller has seen, and those that it has made and not seen yet: so that it makes none twice. Lives on the
 * controller's executor.
 */
final class KnownClaims {
  private final Mirror<ResourceClaim> mirror;
  private final BiConsumer<ObjectKey, @Nullable ResourceClaim> changed;
  private final Map<ObjectKey, ResourceClaim> made = new HashMap<>();
  private final Map<String, TreeMap<ObjectKey, ResourceClaim>> byPod = new HashMap<>();

  KnownClaims(Session session, BiConsumer<ObjectKey, @Nullable ResourceClaim> changed) {
    this.changed = changed;
    this.mirror = session.mirror(ResourceKind.RESOURCE_CLAIMS, this::claimChanged);
  }

  private void claimChanged(ObjectKey key, @Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    ResourceClaim madeHere = made.remove(key);
    forget(key, before);
    forget(key, madeHere);
    if (after != null) {
      remember(key, after);
    }
    changed.accept(key, after);
  }

  /** The claim was made just now. */
  void made(ResourceClaim claim) {
    ObjectKey key = ObjectKey.of(claim);
    if (mirror.get(key) == null) {
      made.put(key, claim);
      remember(key, claim);
    }
  }

  /** The claim as it was last seen, or {@code null}. */
  @Nullable ResourceClaim seen(ObjectKey key) {
    return mirror.get(key);
  }

  /** The claim as it was last seen, or made here, or {@code null}. */
  @Nullable ResourceClaim get(ObjectKey key) {
    ResourceClaim claim = mirror.get(key);
    return claim == null ? made.get(key) : claim;
  }

  /** The claim that was made for this entry of the pod, or {@code null}. */
  @Nullable ResourceClaim madeFor(Pod pod, String podClaim) {
    for (ResourceClaim claim : byPod.getOrDefault(pod.getMetadata().getUid(), new TreeMap<>()).values()) {
      Map<String, String> annotations = claim.getMetadata().getAnnotations();
      if (annotations != null && podClaim.equals(annotations.get(PodClaims.ANNOTATION))) {
        return claim;
      }
    }
    return null;
  }

  private void remember(ObjectKey key, ResourceClaim claim) {
    OwnerReference owner = PodClaims.owningPod(claim);
    if (owner != null) {
      byPod.computeIfAbsent(owner.getUid(), uid -> new TreeMap<>()).put(key, claim);
    }
  }

  private void forget(ObjectKey key, @Nullable ResourceClaim claim) {
    OwnerReference owner = claim == null ? null : PodClaims.owningPod(claim);
    TreeMap<ObjectKey, ResourceClaim> siblings = owner == null ? null : byPod.get(owner.getUid());
    if (siblings != null && siblings.remove(key) != null && siblings.isEmpty()) {
      byPod.remove(owner.getUid());
    }
  }
}
