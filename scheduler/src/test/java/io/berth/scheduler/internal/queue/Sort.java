package io.berth.scheduler.internal.queue;

import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import java.util.HashMap;
import java.util.Map;

/** By priority, then by the time in the queue; a test may give pods other priorities. */
final class Sort implements QueueSortPlugin {
  final Map<String, Integer> priorities = new HashMap<>();

  @Override
  public String name() {
    return "Sort";
  }

  @Override
  public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
    int first = priority(a);
    int second = priority(b);
    return first > second || (first == second && a.timestamp().isBefore(b.timestamp()));
  }

  private int priority(QueuedPodInfo pod) {
    return priorities.getOrDefault(pod.pod().uid(), pod.pod().priority());
  }
}
