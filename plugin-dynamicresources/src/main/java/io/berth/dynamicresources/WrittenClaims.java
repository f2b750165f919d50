package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimListener;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The special claims that are in the cluster, by the UIDs of their pods. Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go (findExtendedResourceClaim), v1.37.2.
 */
final class WrittenClaims implements ClaimListener {
  /** Of a pod that has several, which is an accident, the first by name counts. */
  private final Map<String, TreeMap<String, ClaimInfo>> byPod = new HashMap<>();

  private final Map<String, Consumer<ClaimInfo>> expected = new HashMap<>();

  @Override
  public void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after) {
    if (before != null) {
      forget(before);
    }
    if (after != null) {
      String pod = podUid(after.claim());
      if (pod != null) {
        byPod.computeIfAbsent(pod, uid -> new TreeMap<>()).put(after.name(), after);
        Consumer<ClaimInfo> expectation = expected.remove(after.uid());
        if (expectation != null) {
          expectation.accept(after);
        }
      }
    }
  }

  private void forget(ClaimInfo claim) {
    String pod = podUid(claim.claim());
    TreeMap<String, ClaimInfo> claims = pod == null ? null : byPod.get(pod);
    if (claims != null && claims.remove(claim.name()) != null && claims.isEmpty()) {
      byPod.remove(pod);
    }
  }

  /** The special claim of the pod, or {@code null}. */
  @Nullable ClaimInfo of(PodInfo pod) {
    TreeMap<String, ClaimInfo> claims = byPod.get(pod.uid());
    if (claims != null) {
      for (ClaimInfo claim : claims.values()) {
        if (claim.namespace().equals(pod.namespace())) {
          return claim;
        }
      }
    }
    return null;
  }

  /** Tells the consumer once when the claim with this UID is known. */
  void expect(String claimUid, Consumer<ClaimInfo> consumer) {
    expected.put(claimUid, consumer);
  }

  /** Nobody waits for the claim any more. */
  void expectNoMore(String claimUid) {
    expected.remove(claimUid);
  }

  /** The UID of the pod that the claim is special to, or {@code null}. */
  static @Nullable String podUid(ResourceClaim claim) {
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    if (annotations == null || !"true".equals(annotations.get(SpecialClaimTemplate.ANNOTATION))) {
      return null;
    }
    for (OwnerReference owner : claim.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        return owner.getUid();
      }
    }
    return null;
  }
}
