package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Pod;

/** Rules that pods have about each other. */
public final class PodRules {
  private PodRules() {}

  /** Whether the pod wants to be near other pods, or away from them. */
  public static boolean areAboutPods(Pod pod) {
    Affinity affinity = pod.getSpec().getAffinity();
    return affinity != null && (affinity.getPodAffinity() != null || affinity.getPodAntiAffinity() != null);
  }

  /** Whether it matters to the pod where other pods are. */
  public static boolean dependOnOthers(Pod pod) {
    return areAboutPods(pod) || !pod.getSpec().getTopologySpreadConstraints().isEmpty();
  }
}
