package io.berth.scheduler;

import io.berth.scheduler.internal.queue.QueueContents;
import io.berth.scheduler.internal.queue.QueueEntry;
import io.berth.scheduler.internal.queue.QueuePlace;
import java.util.List;
import java.util.Optional;

/** Where each pod waits. Reading changes nothing. For the scheduler's own thread. */
public final class QueueView {
  private final QueueContents queue;

  QueueView(QueueContents queue) {
    this.queue = queue;
  }

  /** All pods that wait: active ones in the order of their turn, then backoff, unschedulable and gated, in flight. */
  public List<PendingPod> pods() {
    return queue.entries().stream().map(QueueView::pod).toList();
  }

  /** Those that wait in one place. */
  public List<PendingPod> pods(PendingPod.Place place) {
    return pods().stream().filter(pod -> pod.place() == place).toList();
  }

  /** The pod with this {@code namespace/name}, if it waits. */
  public Optional<PendingPod> pod(String key) {
    return pods().stream().filter(pod -> pod.key().equals(key)).findFirst();
  }

  /** How many pods wait in a place. */
  public int count(PendingPod.Place place) {
    return queue.count(QueuePlace.valueOf(place.name()));
  }

  /** How many pods wait in all. */
  public int size() {
    int size = 0;
    for (QueuePlace place : QueuePlace.values()) {
      size += queue.count(place);
    }
    return size;
  }

  private static PendingPod pod(QueueEntry entry) {
    return new PendingPod(
        entry.pod(),
        PendingPod.Place.valueOf(entry.place().name()),
        entry.attempts(),
        entry.rejectedBy(),
        entry.pending(),
        entry.gatedBy(),
        entry.retryAt());
  }
}
