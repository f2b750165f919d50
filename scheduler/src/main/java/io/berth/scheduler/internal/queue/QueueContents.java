package io.berth.scheduler.internal.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where each pod is that a queue knows. Follows the queue; what it hands out does not. Owned by the scheduler's own thread. */
public final class QueueContents {
  private final Places places;
  private final Nominator nominator;

  QueueContents(Places places, Nominator nominator) {
    this.places = places;
    this.nominator = nominator;
  }

  /** How the pod with this UID fares, or {@code null} when the queue does not know it. */
  public @Nullable QueueEntry find(String podUid) {
    QueuedPod pod = places.known.find(podUid);
    if (pod == null) {
      pod = places.inFlight.find(podUid);
    }
    return pod == null ? null : entry(pod);
  }

  /** All pods: active ones in the order in which they would be popped, then backoff, then unschedulable and gated, then in flight. */
  public List<QueueEntry> entries() {
    List<QueuedPod> all = places.active.sorted();
    all.addAll(places.backoff.sorted());
    all.addAll(places.pool.all());
    all.addAll(places.inFlight.pods());
    return all.stream().map(this::entry).toList();
  }

  /** How many pods are in a place. */
  public int count(QueuePlace place) {
    return switch (place) {
      case ACTIVE -> places.active.size();
      case BACKOFF -> places.backoff.size();
      case UNSCHEDULABLE -> places.pool.size() - places.pool.gatedCount();
      case GATED -> places.pool.gatedCount();
      case IN_FLIGHT -> places.inFlight.podCount();
    };
  }

  /** How many events are remembered for pods in flight. */
  public int inFlightEventCount() {
    return places.inFlight.eventCount();
  }

  /** What does not hold, one sentence each; empty when all is well. Looks at everything, so it is for tests. */
  public List<String> violations() {
    List<String> found = new ArrayList<>();
    places.active.violations("active queue", found);
    places.backoff.violations(found);
    places.pool.violations(found);
    places.inFlight.violations(found);
    found.addAll(nominator.violations());
    Set<QueuedPod> seen = new LinkedHashSet<>();
    placed(places.active.unsorted(), Set.of(QueuePlace.ACTIVE), seen, found);
    placed(places.backoff.sorted(), Set.of(QueuePlace.BACKOFF), seen, found);
    placed(places.pool.all(), Set.of(QueuePlace.UNSCHEDULABLE, QueuePlace.GATED), seen, found);
    places.known.violations(seen, found);
    for (QueuedPod pod : seen) {
      if (places.inFlight.contains(pod.uid())) {
        found.add(pod + " is queued while an attempt of it is under way");
      }
    }
    placed(places.inFlight.pods(), Set.of(QueuePlace.IN_FLIGHT), seen, found);
    return found;
  }

  private static void placed(List<QueuedPod> pods, Set<QueuePlace> expected, Set<QueuedPod> seen, List<String> found) {
    for (QueuedPod pod : pods) {
      if (pod.place == null || !expected.contains(pod.place)) {
        found.add(pod + " does not stand where it says");
      }
      // Unless pods are popped early, gates are checked when the backoff has ended; until then a gated pod stays one.
      if (pod.gated() != (pod.place == QueuePlace.GATED) && pod.place != QueuePlace.BACKOFF) {
        found.add(pod + " is gated by " + pod.gatingPlugin());
      }
      if (!seen.add(pod)) {
        found.add(pod + " is in two places");
      }
    }
  }

  private QueueEntry entry(QueuedPod pod) {
    QueuePlace place = pod.place == null ? QueuePlace.IN_FLIGHT : pod.place;
    Instant retryAt =
        switch (place) {
          case ACTIVE, IN_FLIGHT -> null;
          case BACKOFF -> places.backoff.end(pod);
          case UNSCHEDULABLE, GATED -> pod.flushAt;
        };
    return new QueueEntry(
        pod.pod(),
        place,
        pod.attempts(),
        pod.unschedulableCount(),
        pod.consecutiveErrorsCount(),
        pod.unschedulablePlugins(),
        pod.pendingPlugins(),
        pod.gatingPlugin(),
        pod.timestamp(),
        retryAt);
  }
}
