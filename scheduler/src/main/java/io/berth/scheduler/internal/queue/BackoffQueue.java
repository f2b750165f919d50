package io.berth.scheduler.internal.queue;

import io.berth.framework.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods whose next attempt has to wait. Pods that a plugin rejected and pods that failed with an error wait apart: the former may be
 * popped early when nobody else is waiting, the latter protect the API server and may not.
 *
 * <p>When pods may be popped early, expirations are cut to whole seconds, so that within one second the order of the active queue
 * decides; such a second ends for all its pods at once, with the next one.
 *
 * <p>Source: pkg/scheduler/backend/queue/backoff_queue.go, v1.37.2.
 */
final class BackoffQueue {
  private static final Duration WINDOW = Duration.ofSeconds(1);

  private final Timers timers;
  private final long initialNanos;
  private final long maxNanos;
  private final boolean windows;
  private final PodHeap rejected;
  private final PodHeap failed;

  /**
   * Makes an empty one.
   *
   * @param windows whether pods may be popped early
   * @param order the active queue's order
   */
  BackoffQueue(Timers timers, QueueSettings.Limits limits, boolean windows, PodHeap.Order order) {
    this.timers = timers;
    this.initialNanos = limits.podInitialBackoff().toNanos();
    this.maxNanos = limits.podMaxBackoff().toNanos();
    this.windows = windows;
    this.rejected =
        new PodHeap(
            windows
                ? (a, b) -> {
                  int byTime = byEnd(a, b);
                  return byTime != 0 ? byTime : order.compare(a, b);
                }
                : this::byEnd);
    this.failed = new PodHeap(this::byEnd);
  }

  /** Whether the pod must not be tried yet. */
  boolean isBackingOff(QueuedPod pod) {
    Instant end = end(pod);
    return end != null && timers.now().isBefore(end);
  }

  void add(QueuedPod pod) {
    pod.inErrorBackoff = !pod.hasRejectors();
    (pod.inErrorBackoff ? failed : rejected).add(pod);
  }

  boolean remove(QueuedPod pod) {
    return rejected.remove(pod) || failed.remove(pod);
  }

  /** The pod's place among those of the same second may have changed. */
  void reposition(QueuedPod pod) {
    if (rejected.contains(pod)) {
      rejected.reposition(pod);
    }
  }

  /** As {@link #reposition}, for many at once. */
  void repositionAll(List<QueuedPod> pods) {
    rejected.repositionAll(pods.stream().filter(rejected::contains).toList());
  }

  /** Whether a pod may be popped early. */
  boolean hasRejected() {
    return !rejected.isEmpty();
  }

  /** The pod to be popped early; never one that failed with an error. */
  @Nullable QueuedPod pollRejected() {
    return rejected.poll();
  }

  /** Takes out a pod whose backoff has ended, rejected ones first; {@code null} when there is none. */
  @Nullable QueuedPod pollCompleted() {
    QueuedPod head = rejected.peek();
    if (head != null && !isBackingOff(head)) {
      return rejected.poll();
    }
    head = failed.peek();
    return head != null && !isBackingOff(head) ? failed.poll() : null;
  }

  /** When the next backoff ends, or {@code null}. */
  @Nullable Instant nextEnd() {
    QueuedPod a = rejected.peek();
    QueuedPod b = failed.peek();
    Instant endOfA = a == null ? null : end(a);
    Instant endOfB = b == null ? null : end(b);
    if (endOfA == null || (endOfB != null && endOfB.isBefore(endOfA))) {
      return endOfB;
    }
    return endOfA;
  }

  int size() {
    return rejected.size() + failed.size();
  }

  /** Rejected pods first, each kind in the order in which it is released. */
  List<QueuedPod> sorted() {
    List<QueuedPod> all = rejected.sorted();
    all.addAll(failed.sorted());
    return all;
  }

  void violations(List<String> found) {
    rejected.violations("backoff queue", found);
    failed.violations("error backoff queue", found);
    for (QueuedPod pod : sorted()) {
      if (end(pod) == null) {
        found.add("backoff queue: " + pod + " has no backoff to wait for");
      }
      if (pod.inErrorBackoff == pod.hasRejectors()) {
        found.add("backoff queue: " + pod + " waits among the wrong kind");
      }
    }
  }

  /** The instant from which the pod may be tried, or {@code null} for at once. */
  @Nullable Instant end(QueuedPod pod) {
    int count = pod.consecutiveErrorsCount() > 0 ? pod.consecutiveErrorsCount() : pod.unschedulableCount();
    if (maxNanos == 0 || count == 0) {
      return null;
    }
    Instant end = pod.backoffEnd;
    if (end == null) {
      Instant expiration = pod.timestamp().plusNanos(backoffNanos(count));
      // The expiration itself is still backoff: its whole second, or its one instant.
      end = windows ? expiration.truncatedTo(ChronoUnit.SECONDS).plus(WINDOW) : expiration.plusNanos(1);
      pod.backoffEnd = end;
    }
    return end;
  }

  private long backoffNanos(int count) {
    int doublings = count - 1;
    return doublings > 62 || initialNanos > maxNanos >> doublings ? maxNanos : initialNanos << doublings;
  }

  private int byEnd(QueuedPod a, QueuedPod b) {
    Instant first = end(a);
    Instant second = end(b);
    if (first == null || second == null) {
      return Boolean.compare(first != null, second != null);
    }
    return first.compareTo(second);
  }
}
