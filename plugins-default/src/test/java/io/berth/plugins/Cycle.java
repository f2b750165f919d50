package io.berth.plugins;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeScoreList;
import io.berth.framework.Plugin;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.event.QueueingHintFn;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeCache;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs one plugin for one pod, point by point, as the framework would. */
public final class Cycle {
  private final Plugin plugin;
  private final PodInfo pod;
  private final CycleState state = new CycleState();

  private Cycle(Plugin plugin, PodInfo pod) {
    this.plugin = plugin;
    this.pod = pod;
  }

  /** A cycle. */
  public static Cycle of(Plugin plugin, PodInfo pod) {
    return new Cycle(plugin, pod);
  }

  /** PreFilter; these plugins do not look at the snapshot there. */
  public PreFilterDecision preFilter() {
    return ((PreFilterPlugin) plugin).preFilter(state, pod, new FakeCache().snapshot());
  }

  /** PreFilter and Filter; skipped means success. */
  public Status filter(NodeInfo node) {
    if (plugin instanceof PreFilterPlugin && preFilter() == PreFilterDecision.SKIP) {
      return Status.SUCCESS;
    }
    return ((FilterPlugin) plugin).filter(state, pod, node);
  }

  /** PreScore. */
  public Status preScore() {
    return ((PreScorePlugin) plugin).preScore(state, pod, List.of());
  }

  /** The normalised scores by node. */
  public Map<String, Long> scores(NodeInfo... nodes) {
    if (plugin instanceof PreScorePlugin && !preScore().isSuccess()) {
      throw new AssertionError("PreScore gave no success");
    }
    return scoresWithoutPreScore(nodes);
  }

  /** The normalised scores by node, as if PreScore were switched off. */
  public Map<String, Long> scoresWithoutPreScore(NodeInfo... nodes) {
    ScorePlugin scorer = (ScorePlugin) plugin;
    long[] scores = new long[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      scores[i] = scorer.score(state, pod, nodes[i]);
    }
    ScoreExtensions extensions = scorer.scoreExtensions();
    if (extensions != null) {
      extensions.normalizeScore(state, pod, new NodeScoreList(List.of(nodes), scores));
    }
    Map<String, Long> byNode = new LinkedHashMap<>();
    for (int i = 0; i < nodes.length; i++) {
      byNode.put(nodes[i].name(), scores[i]);
    }
    return byNode;
  }

  /** The plugin's answer to an event that it has registered exactly so, or as a part of more actions. */
  @SuppressWarnings("unchecked") // the resource ties the type of the hint
  public <T> QueueingHint hint(EventResource<T> resource, ActionType action, @Nullable T before, @Nullable T after) {
    for (ClusterEventWithHint<?> registered : ((EnqueueExtensions) plugin).eventsToRegister()) {
      if (registered.event().resource().equals(resource) && registered.event().actions().intersects(action)) {
        QueueingHintFn<T> hint = (QueueingHintFn<T>) registered.hint();
        return hint == null ? QueueingHint.QUEUE : hint.hint(pod, before, after);
      }
    }
    throw new AssertionError(plugin.name() + " has not registered " + resource + "/" + action);
  }
}
