package io.berth.scheduler;

import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a pod fares that waits for a node. A copy, which does not change.
 *
 * @param pod the pod
 * @param place where it waits
 * @param attempts how many cycles it has had, one under way included
 * @param rejectedBy names of the plugins that turned it down in its last cycle, or before the queue; in order of their names
 * @param pending names of the plugins that want it to wait without a backoff; in order of their names
 * @param gatedBy the PreEnqueue plugin that holds it back, or {@code null}
 * @param retryAt when it is tried again without any event, or {@code null} when it is not waiting for that
 */
public record PendingPod(
    PodInfo pod,
    Place place,
    int attempts,
    Set<String> rejectedBy,
    Set<String> pending,
    @Nullable String gatedBy,
    @Nullable Instant retryAt) {

  /** Where a pod waits. */
  public enum Place {
    /** For its turn. */
    ACTIVE,
    /** Until its backoff ends, or nobody else waits. */
    BACKOFF,
    /** For an event that helps. */
    UNSCHEDULABLE,
    /** Until a PreEnqueue plugin lets it in. */
    GATED,
    /** It has been popped and its attempt has not ended: a cycle, a wait in the permit phase. */
    IN_FLIGHT
  }

  /** {@code namespace/name}. */
  public String key() {
    return pod.key();
  }
}
