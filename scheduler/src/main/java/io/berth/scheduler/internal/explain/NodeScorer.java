package io.berth.scheduler.internal.explain;

import io.berth.framework.CycleState;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.internal.runtime.NodeScores;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Scores nodes that fit among themselves, as a cycle does, and the others as if all nodes did. */
final class NodeScorer {
  private static final Scored NONE = new Scored(List.of(), 0);

  private final Map<String, Scored> byNode = new HashMap<>();
  private final ProfileRunner profile;
  private final PodInfo pod;

  /** One node's scores and their weighted sum. */
  record Scored(List<Explanation.Score> scores, long total) {}

  NodeScorer(ProfileRunner profile, CycleState state, PodInfo pod, List<NodeInfo> fitting, List<NodeInfo> all) {
    this.profile = profile;
    this.pod = pod;
    if (fitting.size() < all.size()) {
      score(state.copy(), all);
    }
    if (!fitting.isEmpty()) {
      score(state.copy(), fitting);
    }
  }

  Scored of(String nodeName) {
    return byNode.getOrDefault(nodeName, NONE);
  }

  private void score(CycleState state, List<NodeInfo> nodes) {
    if (!profile.hasScorePlugins() || !profile.runPreScorePlugins(state, pod, nodes).isSuccess()) {
      return;
    }
    NodeScores scores = profile.score(state, pod, nodes, true);
    if (!scores.status().isSuccess()) {
      return;
    }
    List<String> names = profile.scorePluginNames();
    for (int n = 0; n < nodes.size(); n++) {
      List<Explanation.Score> ofNode = new ArrayList<>();
      for (int p = 0; p < scores.plugins().length; p++) {
        int plugin = scores.plugins()[p];
        ofNode.add(
            new Explanation.Score(
                names.get(plugin), scores.raw()[p][n], scores.normalized()[p][n], profile.scoreWeight(plugin)));
      }
      byNode.put(nodes.get(n).name(), new Scored(ofNode, scores.total()[n]));
    }
  }
}
