package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * The formula by which a scheduler counts what a pod takes. A scheduler has one, and builds every pod value with it; nobody
 * computes requests on their own. Implementations are pure and thread-safe, and must not keep or change the pod.
 */
@FunctionalInterface
public interface EffectiveRequests {

  /**
   * What the pod takes. Called whenever a pod is seen or has changed.
   *
   * @throws QuantityFormatException if an amount in the pod is not a quantity
   */
  PodResources of(Pod pod);

  /** Upstream's formula with the feature gates of v1.37: the maximum of sums. */
  static EffectiveRequests upstream() {
    return UpstreamRequests.DEFAULT;
  }

  /** Upstream's formula with other feature gates. */
  static EffectiveRequests upstream(UpstreamRequestOptions options) {
    return new UpstreamRequests(options);
  }
}
