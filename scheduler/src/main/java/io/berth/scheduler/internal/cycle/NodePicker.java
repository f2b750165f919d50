package io.berth.scheduler.internal.cycle;

import io.berth.framework.CycleState;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.runtime.NodeScores;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Picks the node with the highest total score; among equals each has the same chance.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (prioritizeNodes) and pkg/scheduler/framework/sorted_nodes.go, v1.37.2.
 */
final class NodePicker {
  private final RandomGenerator random;

  NodePicker(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The choice.
   *
   * @param status success, or the error of a plugin
   * @param node the node, unless there was an error
   */
  record Choice(Status status, @Nullable NodeInfo node) {}

  /** Chooses among nodes that fit, of which there is at least one. A single one is not scored. */
  Choice pick(ProfileRunner profile, CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    if (nodes.size() == 1) {
      return new Choice(Status.SUCCESS, nodes.get(0));
    }
    if (!profile.hasScorePlugins()) {
      return new Choice(Status.SUCCESS, nodes.get(random.nextInt(nodes.size())));
    }
    Status status = profile.runPreScorePlugins(state, pod, nodes);
    if (!status.isSuccess()) {
      return new Choice(status, null);
    }
    NodeScores scores = profile.score(state, pod, nodes, false);
    return scores.status().isSuccess()
        ? new Choice(Status.SUCCESS, nodes.get(best(scores.total(), nodes.size())))
        : new Choice(scores.status(), null);
  }

  private int best(long[] totals, int size) {
    int best = 0;
    int equals = 1;
    for (int i = 1; i < size; i++) {
      if (totals[i] > totals[best]) {
        best = i;
        equals = 1;
      } else if (totals[i] == totals[best] && random.nextInt(++equals) == 0) {
        best = i;
      }
    }
    return best;
  }
}
