package io.berth.simulator;

import io.berth.framework.cluster.EventRecorder;
import java.time.Instant;

/**
 * An event for people as the cluster keeps it. The same event again makes a series: the count grows, the note stays the first one's.
 *
 * @param regarding {@code namespace/name} of the pod or other object, the name alone if it has no namespace
 * @param regardingUid its UID
 * @param related {@code namespace/name} of the other pod, empty if there is none
 * @param count how often it was reported
 * @param first when it was reported first
 * @param last when it was reported last
 */
public record RecordedEvent(
    String regarding,
    String regardingUid,
    String related,
    EventRecorder.Type type,
    String reason,
    String action,
    String note,
    String reportingController,
    int count,
    Instant first,
    Instant last) {
  RecordedEvent again(Instant now) {
    return new RecordedEvent(
        regarding, regardingUid, related, type, reason, action, note, reportingController, count + 1, first, now);
  }
}
