package io.berth.scheduler.internal.cycle;

import io.berth.framework.Code;
import io.berth.framework.Status;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.queue.Rejection;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Why a pod found no node.
 *
 * <p>Source: pkg/scheduler/framework/types.go (Diagnosis), v1.37.2.
 */
final class Diagnosis {
  private final NodeStatuses nodes;
  private final Set<String> unschedulablePlugins = new TreeSet<>();
  private final Set<String> pendingPlugins = new TreeSet<>();
  private boolean rejectedByPreFilter;
  private String preFilterMessage = "";
  private String postFilterMessage = "";

  Diagnosis(ClusterSnapshot snapshot) {
    this.nodes = new NodeStatuses(snapshot);
  }

  NodeStatuses nodes() {
    return nodes;
  }

  /** The events of these plugins may help: they narrowed the nodes down, or keep the pod from preempting. */
  void addUnschedulable(Collection<String> plugins) {
    unschedulablePlugins.addAll(plugins);
  }

  /** The whole pod was turned down before any node was looked at. */
  void rejectedByPreFilter(Status status) {
    rejectedByPreFilter = true;
    nodes.setAbsent(status);
    preFilterMessage = status.message();
    blame(status);
  }

  /** Whether the whole pod was turned down, so that some plugins had no turn. */
  boolean isRejectedByPreFilter() {
    return rejectedByPreFilter;
  }

  void postFilterMessage(String message) {
    postFilterMessage = message;
  }

  String preFilterMessage() {
    return preFilterMessage;
  }

  String postFilterMessage() {
    return postFilterMessage;
  }

  /** Who rejected the pod. */
  Rejection rejection() {
    nodes.forEachDistinct((status, count) -> blame(status));
    return new Rejection(unschedulablePlugins, pendingPlugins);
  }

  private void blame(Status status) {
    String plugin = status.plugin();
    if (plugin == null || !status.isRejected()) {
      return;
    }
    unschedulablePlugins.add(plugin);
    if (status.code() == Code.PENDING) {
      pendingPlugins.add(plugin);
    }
  }
}
