package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.NodeScoreList;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.Arrays;
import java.util.List;

/**
 * Runs Score, normalisation and weights, one plugin after the other over all nodes.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunScorePlugins, normalizeScores), v1.37.2.
 */
final class ScoreRunner {
  private static final String POINT = ExtensionPoint.SCORE.toString();
  private static final String DOING = "running Score plugins";

  private final ScorePlugin[] plugins;
  private final String[] names;
  private final long[] weights;
  private final Active<ScorePlugin> active;
  private final Meter meter;
  private long[][] buffers;
  private long[] total = new long[0];

  ScoreRunner(List<ScorePlugin> plugins, List<Integer> weights, Meter meter) {
    this.plugins = plugins.toArray(ScorePlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.weights = weights.stream().mapToLong(Integer::longValue).toArray();
    this.active = new Active<>(this.plugins, names);
    this.meter = meter;
    this.buffers = new long[this.plugins.length][0];
  }

  boolean hasPlugins() {
    return plugins.length > 0;
  }

  String[] names() {
    return names;
  }

  long weight(int plugin) {
    return weights[plugin];
  }

  /** Scores the nodes, in their order. */
  NodeScores run(CycleState state, PodInfo pod, List<NodeInfo> nodes, boolean keepRaw) {
    long start = meter.start();
    NodeScores scores = runAll(state, pod, nodes, keepRaw);
    meter.point(ExtensionPoint.SCORE, scores.status().code(), start);
    return scores;
  }

  private NodeScores runAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, boolean keepRaw) {
    Active.Selection<ScorePlugin> selection = active.without(state.skipScorePlugins());
    int count = selection.plugins().length;
    makeRoom(nodes.size());
    long[][] raw = new long[keepRaw ? count : 0][];
    long[][] scores = new long[count][];
    for (int p = 0; p < count; p++) {
      int index = selection.indexes()[p];
      scores[p] = buffers[index];
      Status status = scoreAll(index, state, pod, nodes, scores[p]);
      if (!status.isSuccess()) {
        return NodeScores.failed(status);
      }
      if (keepRaw) {
        raw[p] = Arrays.copyOf(scores[p], nodes.size());
      }
    }
    for (int p = 0; p < count; p++) {
      Status status = normalize(selection.indexes()[p], state, pod, nodes, scores[p]);
      if (!status.isSuccess()) {
        return NodeScores.failed(status);
      }
    }
    Status status = addUp(selection.indexes(), scores, nodes.size());
    return status.isSuccess()
        ? new NodeScores(Status.SUCCESS, total, raw, scores, selection.indexes())
        : NodeScores.failed(status);
  }

  private void makeRoom(int nodes) {
    if (total.length < nodes) {
      total = new long[nodes];
      buffers = new long[plugins.length][nodes];
    }
    Arrays.fill(total, 0, nodes, 0);
  }

  private Status scoreAll(int index, CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] scores) {
    ScorePlugin plugin = plugins[index];
    int size = nodes.size();
    meter.evaluations(names[index], ExtensionPoint.SCORE, size);
    try {
      int i = 0;
      if (state.recordPluginMetrics()) {
        for (; i < size && i < Meter.MEASURED_NODES; i++) {
          long start = meter.start();
          scores[i] = plugin.score(state, pod, nodes.get(i));
          meter.plugin(names[index], POINT, Code.SUCCESS, start);
        }
      }
      for (; i < size; i++) {
        scores[i] = plugin.score(state, pod, nodes.get(i));
      }
      return Status.SUCCESS;
    } catch (Exception e) {
      return PluginFailure.wrap(DOING + ": plugin \"" + names[index] + "\" failed with", PluginFailure.of(e));
    }
  }

  private Status normalize(int index, CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] scores) {
    long start = state.recordPluginMetrics() ? meter.start() : 0;
    Status status;
    try {
      ScoreExtensions extensions = plugins[index].scoreExtensions();
      if (extensions == null) {
        return Status.SUCCESS;
      }
      status = PluginFailure.answer(extensions.normalizeScore(state, pod, new NodeScoreList(nodes, scores)));
    } catch (Exception e) {
      status = PluginFailure.of(e);
    }
    if (state.recordPluginMetrics()) {
      meter.plugin(names[index], "ScoreExtensionNormalize", status.code(), start);
    }
    return status.isSuccess()
        ? status
        : PluginFailure.wrap("running Normalize on Score plugins: plugin \"" + names[index] + "\" failed with", status);
  }

  private Status addUp(int[] indexes, long[][] scores, int nodes) {
    for (int p = 0; p < indexes.length; p++) {
      long weight = weights[indexes[p]];
      long[] row = scores[p];
      for (int i = 0; i < nodes; i++) {
        long score = row[i];
        if (score > ScorePlugin.MAX_NODE_SCORE || score < ScorePlugin.MIN_NODE_SCORE) {
          return outOfRange(names[indexes[p]], score);
        }
        total[i] += score * weight;
      }
    }
    return Status.SUCCESS;
  }

  private static Status outOfRange(String plugin, long score) {
    return Status.error(
        "applying score defaultWeights on Score plugins: plugin \"" + plugin + "\" returns an invalid score " + score
            + ", it should in the range of [" + ScorePlugin.MIN_NODE_SCORE + ", " + ScorePlugin.MAX_NODE_SCORE
            + "] after normalizing");
  }
}
