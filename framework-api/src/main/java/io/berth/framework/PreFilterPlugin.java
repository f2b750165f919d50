package io.berth.framework;

import io.berth.framework.model.PodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Runs once at the start of a cycle, to look at the pod and prepare what Filter needs.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PreFilterPlugin extends Plugin {
  /**
   * Called once per cycle. Must not scan all pods or nodes: keep an index by {@link SnapshotListener}.
   *
   * @param snapshot the cluster as this cycle sees it
   */
  PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot);

  /** How prepared state follows when pods are added to or taken from a node in a simulation, or {@code null}. */
  default @Nullable PreFilterExtensions preFilterExtensions() {
    return null;
  }
}
