package io.berth.conformance.cluster;

import io.berth.framework.cluster.EventSink;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sees to which node each pod is bound, and that it stays so. Thread-safe. */
final class Bindings implements EventSink<Pod> {
  private final Map<String, String> nodes = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  @Override
  public void added(Pod object) {
    see(object);
  }

  @Override
  public void updated(Pod oldObject, Pod newObject) {
    see(newObject);
  }

  @Override
  public void deleted(Pod last, boolean finalStateUnknown) {
    see(last);
  }

  private synchronized void see(Pod pod) {
    String node = pod.getSpec().getNodeName();
    String before = node == null ? nodes.get(pod.getMetadata().getUid()) : nodes.put(pod.getMetadata().getUid(), node);
    if (before != null && !before.equals(node)) {
      faults.add(pod.getMetadata().getName() + " was bound to " + before + " and then to " + node);
    }
  }

  @Override
  public void synced() {
    // the first list is told like what follows
  }

  @Override
  public synchronized void stopped(@Nullable Throwable cause) {
    if (cause != null) {
      faults.add("the watch stopped: " + cause);
    }
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }
}
