package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;

/** What a theme gives a pod: its claims, its preemption policy. A record, whose text says what it is. */
public interface PodTrait {
  /** Writes it into the pod, which has everything else already. */
  void applyTo(PodBuilder pod);

  /** Plainer traits, each strictly plainer; none at all is tried without being asked. */
  default List<PodTrait> simpler() {
    return List.of();
  }
}
