package io.berth.scheduler.internal.cycle;

import io.berth.framework.CycleState;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import org.jspecify.annotations.Nullable;

/** Looks for nodes as a cycle does, on all nodes, and does nothing with what it finds. */
public final class DryRun {
  private DryRun() {}

  /** What the pod's condition would say, but for what PostFilter plugins add; {@code null} when a node fits. */
  public static @Nullable String message(ProfileRunner profile, PodInfo pod, ClusterSnapshot snapshot) {
    if (snapshot.nodes().isEmpty()) {
      return CycleFailure.NO_NODES.message();
    }
    NodeSearch search = new NodeFinder(100, null).find(profile, new CycleState(), pod, snapshot);
    if (!search.status().isSuccess()) {
      return search.status().message();
    }
    return search.feasible().isEmpty() ? FitMessage.of(search.diagnosis(), snapshot.nodes().size()) : null;
  }
}
