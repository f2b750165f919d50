package io.berth.conformance.histories;

import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;

/** How far a pod has come. */
public final class PodStates {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private PodStates() {}

  /** Whether the pod is bound. */
  public static boolean hasNode(Pod pod) {
    String node = pod.getSpec().getNodeName();
    return node != null && !node.isEmpty();
  }

  /** Whether the pod runs no more and never will. */
  public static boolean isEnded(Pod pod) {
    return ENDED.contains(pod.getStatus().getPhase());
  }

  /** Whether the scheduler has a place to find for the pod. */
  static boolean waits(World world, Pod pod) {
    return world.isOurs(pod)
        && !hasNode(pod)
        && pod.getSpec().getSchedulingGates().isEmpty()
        && pod.getMetadata().getDeletionTimestamp() == null
        && !isEnded(pod);
  }
}
