package io.berth.scheduler.internal.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods that are queued, and not in flight, by UID and by name. Looked up, never iterated. */
final class QueuedPods {
  private final Map<String, QueuedPod> byUid = new HashMap<>();
  private final Map<String, QueuedPod> byKey = new HashMap<>();

  @Nullable QueuedPod find(String uid) {
    return byUid.get(uid);
  }

  @Nullable QueuedPod byKey(String key) {
    return byKey.get(key);
  }

  /** Adds a pod; one of the same name and another UID is taken out and returned. */
  @Nullable QueuedPod put(QueuedPod pod) {
    byUid.put(pod.uid(), pod);
    QueuedPod sameName = byKey.put(pod.pod().key(), pod);
    if (sameName == null || sameName == pod) {
      return null;
    }
    byUid.remove(sameName.uid());
    return sameName;
  }

  void remove(QueuedPod pod) {
    byUid.remove(pod.uid());
    byKey.remove(pod.pod().key(), pod);
  }

  /** Adds what does not hold, given all pods that are queued somewhere. */
  void violations(Set<QueuedPod> queued, List<String> found) {
    if (byUid.size() != queued.size() || byKey.size() != queued.size()) {
      found.add("index: " + byUid.size() + " UIDs and " + byKey.size() + " names for " + queued.size() + " queued pods");
    }
    for (QueuedPod pod : queued) {
      if (byUid.get(pod.uid()) != pod || byKey.get(pod.pod().key()) != pod) {
        found.add("index: " + pod + " is not found by UID and name");
      }
    }
  }
}
