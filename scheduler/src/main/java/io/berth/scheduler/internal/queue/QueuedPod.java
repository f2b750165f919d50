package io.berth.scheduler.internal.queue;

import io.berth.framework.QueuedPodInfo;
import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A pod in the queue, or in an attempt. Changed by the queue alone, on the scheduler's own thread; one object lives through all
 * attempts of a pod.
 *
 * <p>Source: pkg/scheduler/framework/types.go (QueuedPodInfo, QueueingParams), v1.37.2.
 */
public final class QueuedPod implements QueuedPodInfo {
  private PodInfo pod;
  private Instant timestamp;
  private int attempts;
  private int unschedulableCount;
  private int consecutiveErrorsCount;
  private @Nullable Instant initialAttemptTimestamp;
  private Rejection rejection = Rejection.NONE;
  private @Nullable String gatingPlugin;
  private boolean flushed;
  private @Nullable Instant flushTimestamp;

  /** Where the pod is; {@code null} once it is gone. */
  @Nullable QueuePlace place;

  /** The slot in the one heap that the pod is in, or -1. */
  int heapIndex = -1;

  /** When the pod came to the place where it is, as a running number: breaks ties. */
  long sequence;

  /** Set while the pod is being put at a new place in a heap. */
  boolean moving;

  /** When the backoff ends, or {@code null} when that has not been worked out. */
  @Nullable Instant backoffEnd;

  /** Whether the pod waits in the backoff queue for errors. */
  boolean inErrorBackoff;

  /** When the pod leaves the unschedulable pool at the latest. */
  Instant flushAt = Instant.MIN;

  /** The sets of the pool's index that hold the pod. */
  List<Set<QueuedPod>> indexedIn = List.of();

  /** The event that last looked at the pod. */
  long lookedAtBy;

  QueuedPod(PodInfo pod, Instant now) {
    this.pod = pod;
    this.timestamp = now;
  }

  @Override
  public PodInfo pod() {
    return pod;
  }

  /** The UID with which the pod was queued; the key of its attempt. */
  public String uid() {
    return pod.uid();
  }

  @Override
  public Instant timestamp() {
    return timestamp;
  }

  @Override
  public int attempts() {
    return attempts;
  }

  @Override
  public int unschedulableCount() {
    return unschedulableCount;
  }

  @Override
  public int consecutiveErrorsCount() {
    return consecutiveErrorsCount;
  }

  @Override
  public @Nullable Instant initialAttemptTimestamp() {
    return initialAttemptTimestamp;
  }

  @Override
  public Set<String> unschedulablePlugins() {
    return rejection.unschedulablePlugins();
  }

  @Override
  public Set<String> pendingPlugins() {
    return rejection.pendingPlugins();
  }

  @Override
  public @Nullable String gatingPlugin() {
    return gatingPlugin;
  }

  /** Whether the pod was last moved by the flush of the unschedulable pool: when nothing had happened that a plugin says would help. */
  public boolean wasFlushedFromUnschedulable() {
    return flushed;
  }

  boolean gated() {
    return gatingPlugin != null;
  }

  boolean hasRejectors() {
    return !rejection.isEmpty();
  }

  boolean rejectedBy(String plugin) {
    return rejection.unschedulablePlugins().contains(plugin) || rejection.pendingPlugins().contains(plugin);
  }

  /** All plugins that rejected the pod, each once: the unschedulable ones, then the pending ones. */
  List<String> rejectors() {
    if (rejection.pendingPlugins().isEmpty()) {
      return List.copyOf(rejection.unschedulablePlugins());
    }
    List<String> all = new ArrayList<>(rejection.unschedulablePlugins());
    rejection.pendingPlugins().stream().filter(plugin -> !rejection.unschedulablePlugins().contains(plugin)).forEach(all::add);
    return all;
  }

  void refresh(PodInfo latest) {
    pod = latest;
  }

  void startAttempt() {
    attempts++;
  }

  /** The attempt has failed: counts it, and forgets what was worked out from the last one. */
  void attemptFailed(PodInfo latest, Rejection by, Instant now) {
    pod = latest;
    rejection = by;
    if (by.isEmpty()) {
      consecutiveErrorsCount++;
    } else {
      unschedulableCount++;
      consecutiveErrorsCount = 0;
    }
    timestamp = now;
    backoffEnd = null;
    flushed = false;
    flushTimestamp = null;
  }

  void gate(String plugin) {
    gatingPlugin = plugin;
    if (!rejection.unschedulablePlugins().contains(plugin)) {
      Set<String> more = new TreeSet<>(rejection.unschedulablePlugins());
      more.add(plugin);
      rejection = new Rejection(more, rejection.pendingPlugins());
    }
  }

  void ungate() {
    gatingPlugin = null;
  }

  void enteredActive(Instant now) {
    if (initialAttemptTimestamp == null) {
      initialAttemptTimestamp = now;
    }
  }

  void flush(Instant now) {
    flushed = true;
    flushTimestamp = now;
  }

  void flushCameToNothing() {
    flushed = false;
  }

  /** Since when the pod's time in the unschedulable pool counts. */
  Instant restingSince() {
    return flushTimestamp != null && flushTimestamp.isAfter(timestamp) ? flushTimestamp : timestamp;
  }

  @Override
  public String toString() {
    return pod.key() + " (" + place + ", attempts " + attempts + ")";
  }
}
