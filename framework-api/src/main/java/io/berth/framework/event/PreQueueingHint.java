package io.berth.framework.event;

import java.util.Set;

/**
 * Which waiting pods an event may concern.
 *
 * <p>Source: kube-scheduler/framework/types.go (PreQueueingHintResult), v1.37.2.
 */
public sealed interface PreQueueingHint {
  /** All of them are to be asked about. */
  record AllPods() implements PreQueueingHint {}

  /**
   * Only these are.
   *
   * @param keys {@code namespace/name} of pods, waiting or not
   */
  record Only(Set<String> keys) implements PreQueueingHint {
    /** Copies the keys. */
    public Only {
      keys = Set.copyOf(keys);
    }
  }

  /** The shared {@link AllPods}. */
  AllPods ALL_PODS = new AllPods();
}
