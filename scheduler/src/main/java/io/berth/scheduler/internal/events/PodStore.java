package io.berth.scheduler.internal.events;

import io.berth.framework.model.PodInfo;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods that have not ended, as the cluster last told of them, each read once. Looked up by name; iterated for checks only. Owned by
 * the scheduler's own thread.
 */
public final class PodStore {
  private final Map<String, PodInfo> pods = new HashMap<>();

  /** The pod with this {@code namespace/name}, or {@code null}. */
  public @Nullable PodInfo get(String key) {
    return pods.get(key);
  }

  /** Whether the cluster has this pod, not another of its name, and it has no node yet. */
  public boolean isWaiting(PodInfo pod) {
    PodInfo known = pods.get(pod.key());
    return known != null && known.nodeName().isEmpty();
  }

  /** All of them, in no order. */
  public Collection<PodInfo> all() {
    return Collections.unmodifiableCollection(pods.values());
  }

  void put(PodInfo pod) {
    pods.put(pod.key(), pod);
  }

  void remove(PodInfo pod) {
    pods.remove(pod.key());
  }
}
