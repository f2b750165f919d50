package io.berth.scheduler.internal.explain;

import io.berth.framework.CycleState;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.cycle.DryRun;
import io.berth.scheduler.internal.cycle.SnapshotFeed;
import io.berth.scheduler.internal.runtime.PluginByPlugin;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes an {@link Explanation}. A placed pod is taken off its node meanwhile, indexes included, and put back exactly. */
public final class Explainer {
  private final SchedulerCache cache;
  private final SnapshotFeed snapshots;
  private final ProfileRunner profile;
  private final PluginByPlugin plugins;

  /**
   * Explains by one profile.
   *
   * @param profile a runner that measures nothing
   */
  public Explainer(SchedulerCache cache, SnapshotFeed snapshots, ProfileRunner profile, PluginByPlugin plugins) {
    this.cache = cache;
    this.snapshots = snapshots;
    this.profile = profile;
    this.plugins = plugins;
  }

  /** Explains the pod; no cycle may be under way. */
  public Explanation explain(PodInfo pod) {
    PodInfo placed = cache.pod(pod.uid());
    if (placed == null) {
      return explain(pod, pod.nodeName(), snapshots.update());
    }
    SchedulerCache.Absence absence = cache.absent(placed);
    try {
      return explain(pod.withNodeName(""), placed.nodeName(), snapshots.update());
    } finally {
      absence.end();
      snapshots.update();
    }
  }

  private Explanation explain(PodInfo pod, String nodeName, ClusterSnapshot snapshot) {
    CycleState state = new CycleState();
    Map<String, PreFilterDecision> preFilter = plugins.preFilter(state, pod, snapshot);
    List<List<Explanation.Verdict>> verdicts = new ArrayList<>();
    List<NodeInfo> fitting = new ArrayList<>();
    for (NodeInfo node : snapshot.nodes()) {
      List<Explanation.Verdict> ofNode = verdicts(state, pod, node, preFilter);
      verdicts.add(ofNode);
      if (ofNode.stream().allMatch(Explainer::noObjection)) {
        fitting.add(node);
      }
    }
    NodeScorer scorer = new NodeScorer(profile, state, pod, fitting, snapshot.nodes());
    List<Explanation.NodeExplanation> nodes = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      String name = snapshot.nodes().get(i).name();
      NodeScorer.Scored scored = scorer.of(name);
      nodes.add(new Explanation.NodeExplanation(name, verdicts.get(i), scored.scores(), scored.total()));
    }
    String message = fitting.isEmpty() ? DryRun.message(profile, pod, snapshot) : null;
    return new Explanation(pod, nodeName.isEmpty() ? null : nodeName, ofThePod(preFilter), nodes, message);
  }

  private static boolean noObjection(Explanation.Verdict verdict) {
    return verdict.status().isSuccess() || verdict.status().isSkip();
  }

  private static List<Explanation.Verdict> ofThePod(Map<String, PreFilterDecision> preFilter) {
    List<Explanation.Verdict> verdicts = new ArrayList<>();
    preFilter.forEach(
        (plugin, decision) -> {
          if (decision instanceof PreFilterDecision.Reject reject) {
            verdicts.add(new Explanation.Verdict(plugin, reject.status().withPlugin(plugin)));
          }
        });
    return verdicts;
  }

  private List<Explanation.Verdict> verdicts(
      CycleState state, PodInfo pod, NodeInfo node, Map<String, PreFilterDecision> preFilter) {
    List<Explanation.Verdict> verdicts = new ArrayList<>();
    Map<String, Status> filters = plugins.filter(state, pod, node, preFilter);
    preFilter.forEach(
        (plugin, decision) -> {
          if (decision instanceof PreFilterDecision.Only only && !only.names().contains(node.name())) {
            String reason = "node(s) didn't satisfy plugin(s) [" + plugin + "]";
            verdicts.add(new Explanation.Verdict(plugin, Status.unresolvable(reason).withPlugin(plugin)));
          } else if (decision instanceof PreFilterDecision.Reject reject && !filters.containsKey(plugin)) {
            verdicts.add(new Explanation.Verdict(plugin, reject.status().withPlugin(plugin)));
          }
        });
    filters.forEach((plugin, status) -> verdicts.add(new Explanation.Verdict(plugin, status)));
    return verdicts;
  }
}
