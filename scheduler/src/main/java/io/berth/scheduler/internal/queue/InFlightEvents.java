package io.berth.scheduler.internal.queue;

import io.berth.framework.event.ClusterEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has happened while pods were in an attempt. Markers of pods and events stand in one list in the order of time; each pod has
 * a marker of its own, put there when it was popped, so that the events after it are the ones that its attempt may have missed.
 * Events before the first marker concern nobody and are dropped.
 *
 * <p>Source: pkg/scheduler/backend/queue/active_queue.go (inFlightPods, inFlightEvents), v1.37.2.
 */
final class InFlightEvents {
  /** An event that somebody's attempt may have missed. */
  record Happened(ClusterEvent<?> event, @Nullable Object oldObject, @Nullable Object newObject) {}

  private static final class Entry {
    final @Nullable QueuedPod pod;
    final @Nullable Happened happened;
    @Nullable Entry previous;
    @Nullable Entry next;
    boolean gone;

    Entry(@Nullable QueuedPod pod, @Nullable Happened happened) {
      this.pod = pod;
      this.happened = happened;
    }
  }

  private final Map<String, Entry> markers = new HashMap<>();
  private @Nullable Entry first;
  private @Nullable Entry last;
  private int events;

  /** The pod's attempt begins. */
  void begin(QueuedPod pod) {
    Entry marker = new Entry(pod, null);
    Entry before = markers.put(pod.uid(), marker);
    if (before != null) {
      throw new IllegalStateException(pod + " is in flight already");
    }
    append(marker);
  }

  boolean isEmpty() {
    return markers.isEmpty();
  }

  boolean contains(String uid) {
    return markers.containsKey(uid);
  }

  /** The pod in flight with this UID, or {@code null}. */
  @Nullable QueuedPod find(String uid) {
    Entry marker = markers.get(uid);
    return marker == null ? null : marker.pod;
  }

  /** Remembers an event, if there is somebody to whom it may matter. */
  void record(ClusterEvent<?> event, @Nullable Object oldObject, @Nullable Object newObject) {
    if (!markers.isEmpty()) {
      append(new Entry(null, new Happened(event, oldObject, newObject)));
      events++;
    }
  }

  /** What happened since the pod was popped, in order; {@code null} when the pod is not in flight. */
  @Nullable List<Happened> since(String uid) {
    Entry marker = markers.get(uid);
    if (marker == null) {
      return null;
    }
    List<Happened> happened = new ArrayList<>();
    for (Entry entry = marker.next; entry != null; entry = entry.next) {
      if (entry.happened != null) {
        happened.add(entry.happened);
      }
    }
    return happened;
  }

  /** The pod is gone from the cluster, or has a node: it must not come back. */
  void markGone(String uid, boolean gone) {
    Entry marker = markers.get(uid);
    if (marker != null) {
      marker.gone = gone;
    }
  }

  boolean isGone(String uid) {
    Entry marker = markers.get(uid);
    return marker != null && marker.gone;
  }

  /** The pod's attempt has ended. Does nothing when it had before. */
  void end(String uid) {
    Entry marker = markers.remove(uid);
    if (marker == null) {
      return;
    }
    unlink(marker);
    while (first != null && first.pod == null) {
      unlink(first);
      events--;
    }
  }

  /** How many events are kept. */
  int eventCount() {
    return events;
  }

  /** How many pods are in flight. */
  int podCount() {
    return markers.size();
  }

  /** The pods in flight, in the order in which they were popped. */
  List<QueuedPod> pods() {
    List<QueuedPod> pods = new ArrayList<>(markers.size());
    for (Entry entry = first; entry != null; entry = entry.next) {
      if (entry.pod != null) {
        pods.add(entry.pod);
      }
    }
    return pods;
  }

  void violations(List<String> found) {
    int counted = 0;
    int pods = 0;
    for (Entry entry = first; entry != null; entry = entry.next) {
      if (entry.pod == null) {
        counted++;
      } else {
        pods++;
        if (markers.get(entry.pod.uid()) != entry) {
          found.add("in flight: " + entry.pod + " has a marker that nobody finds");
        }
      }
    }
    if (pods != markers.size() || counted != events) {
      found.add("in flight: " + pods + " markers and " + counted + " events, not " + markers.size() + " and " + events);
    }
    if (first != null && first.pod == null) {
      found.add("in flight: the list begins with an event, which concerns nobody");
    }
  }

  private void append(Entry entry) {
    entry.previous = last;
    if (last == null) {
      first = entry;
    } else {
      last.next = entry;
    }
    last = entry;
  }

  private void unlink(Entry entry) {
    if (entry.previous == null) {
      first = entry.next;
    } else {
      entry.previous.next = entry.next;
    }
    if (entry.next == null) {
      last = entry.previous;
    } else {
      entry.next.previous = entry.previous;
    }
  }
}
