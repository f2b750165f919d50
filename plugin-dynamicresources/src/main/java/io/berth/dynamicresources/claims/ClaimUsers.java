package io.berth.dynamicresources.claims;

import io.berth.framework.cluster.ResourceEventHandler;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which pods name which claims. Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (podResourceClaimIndexFunc), v1.37.2.
 */
public final class ClaimUsers implements ResourceEventHandler<Pod> {
  private final Map<String, Set<String>> podsByClaim = new HashMap<>();
  private final Map<String, List<String>> claimsByPod = new HashMap<>();

  /** The {@code namespace/name} of the pods that name the claim, in the order in which they began to. */
  public Set<String> of(String claimKey) {
    return podsByClaim.getOrDefault(claimKey, Set.of());
  }

  @Override
  public void onAdd(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    List<String> claims =
        ClaimReference.of(pod).stream()
            .filter(reference -> reference.name() != null)
            .map(reference -> namespace + "/" + reference.name())
            .distinct()
            .toList();
    String podKey = namespace + "/" + pod.getMetadata().getName();
    List<String> before = claims.isEmpty() ? claimsByPod.remove(podKey) : claimsByPod.put(podKey, claims);
    if (before != null) {
      before.stream().filter(claim -> !claims.contains(claim)).forEach(claim -> remove(claim, podKey));
    }
    claims.forEach(claim -> podsByClaim.computeIfAbsent(claim, key -> new LinkedHashSet<>()).add(podKey));
  }

  @Override
  public void onUpdate(Pod oldPod, Pod newPod) {
    onAdd(newPod);
  }

  @Override
  public void onDelete(Pod pod, boolean finalStateUnknown) {
    String podKey = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    List<String> claims = claimsByPod.remove(podKey);
    if (claims != null) {
      claims.forEach(claim -> remove(claim, podKey));
    }
  }

  private void remove(String claim, String podKey) {
    Set<String> pods = podsByClaim.get(claim);
    if (pods != null && pods.remove(podKey) && pods.isEmpty()) {
      podsByClaim.remove(claim);
    }
  }
}
