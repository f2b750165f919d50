package io.berth.plugins.queuesort;

import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;

/**
 * Higher priority first; among equals, who has been in the queue for longer.
 *
 * <p>Source: pkg/scheduler/framework/plugins/queuesort/priority_sort.go, v1.37.2.
 */
public final class PrioritySort implements QueueSortPlugin {
  /** The plugin's name. */
  public static final String NAME = "PrioritySort";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
    int priorityOfA = a.pod().priority();
    int priorityOfB = b.pod().priority();
    return priorityOfA > priorityOfB || priorityOfA == priorityOfB && a.timestamp().isBefore(b.timestamp());
  }
}
