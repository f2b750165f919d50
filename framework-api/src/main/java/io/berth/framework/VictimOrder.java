package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * Which of two pods is the more important one, and so the one to be spared. Must be consistent, as of a {@link Comparator}; pods that it
 * holds to be equal keep the order in which they came to their node.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (MoreImportantVictimFunc), v1.37.2.
 */
@FunctionalInterface
public interface VictimOrder {
  /** Higher priority first; then who started earlier; a pod that has not started yet comes last. */
  VictimOrder UPSTREAM =
      (a, b) -> {
        int byPriority = Integer.compare(b.priority(), a.priority());
        if (byPriority != 0 || Objects.equals(a.startTime(), b.startTime())) {
          return byPriority;
        }
        Instant started = a.startTime();
        Instant other = b.startTime();
        return started == null ? 1 : other == null ? -1 : started.compareTo(other);
      };

  /** Negative when the first pod is more important, positive when the second is, 0 when neither. */
  int compare(PodInfo a, PodInfo b);

  /** This order, and another one among those that it holds to be equal. */
  default VictimOrder then(VictimOrder next) {
    return (a, b) -> {
      int order = compare(a, b);
      return order != 0 ? order : next.compare(a, b);
    };
  }
}
