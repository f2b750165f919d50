package io.berth.scheduler.internal.queue;

import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a pod fares that the queue knows. A copy, which does not change.
 *
 * @param pod the pod
 * @param place where it is
 * @param attempts its cycles so far, the one under way included
 * @param unschedulableCount how many of them ended unschedulable
 * @param consecutiveErrorsCount how many of the last ones ended in an error
 * @param rejectedBy plugins that found it unschedulable, last time or before the queue
 * @param pending plugins that want it to wait without a backoff
 * @param gatedBy the PreEnqueue plugin that holds it back, or {@code null}
 * @param timestamp when it was last added to the queue
 * @param retryAt when it is tried again without any event, or {@code null} when it is not waiting
 */
public record QueueEntry(
    PodInfo pod,
    QueuePlace place,
    int attempts,
    int unschedulableCount,
    int consecutiveErrorsCount,
    Set<String> rejectedBy,
    Set<String> pending,
    @Nullable String gatedBy,
    Instant timestamp,
    @Nullable Instant retryAt) {}
