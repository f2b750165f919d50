package io.berth.conformance;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/** Runs every plugin by itself, whatever the others say, all on one cycle state. */
final class SoloPass {

  private final PluginBench bench;
  private final PodInfo pod;
  private final CycleState state = new CycleState();
  private final Set<String> silent = new TreeSet<>();

  SoloPass(PluginBench bench, PodInfo pod) {
    this.bench = bench;
    this.pod = pod;
  }

  /** Each PreFilter plugin's decision. Those that skip or reject take no part in {@link #filter}. */
  ObjectNode preFilter() {
    ObjectNode plugins = KubeObjects.object();
    var skipped = new TreeSet<String>();
    for (PreFilterPlugin plugin : bench.plugins(PreFilterPlugin.class)) {
      PreFilterDecision decision = plugin.preFilter(state, pod, bench.snapshot());
      plugins.set(plugin.name(), Statuses.tree(decision));
      if (decision instanceof PreFilterDecision.Skip) {
        skipped.add(plugin.name());
      } else if (decision instanceof PreFilterDecision.Reject) {
        silent.add(plugin.name());
      }
    }
    state.skipFilterPlugins(skipped);
    silent.addAll(skipped);
    return plugins;
  }

  /** What each Filter plugin has against a node; those without objection are left out. */
  Map<String, Status> filter(NodeInfo node) {
    var failed = new LinkedHashMap<String, Status>();
    for (FilterPlugin plugin : bench.plugins(FilterPlugin.class)) {
      if (!silent.contains(plugin.name())) {
        Status status = plugin.filter(state, pod, node);
        if (!status.isSuccess()) {
          failed.put(plugin.name(), status);
        }
      }
    }
    return failed;
  }

  /** The score plugins that have nothing to say of these nodes. */
  Set<String> preScore(List<NodeInfo> nodes) {
    var skipped = new TreeSet<String>();
    for (PreScorePlugin plugin : bench.plugins(PreScorePlugin.class)) {
      Status status = plugin.preScore(state, pod, nodes);
      if (status.isSkip()) {
        skipped.add(plugin.name());
      } else if (!status.isSuccess()) {
        throw new IllegalStateException(plugin.name() + ": " + status.message());
      }
    }
    state.skipScorePlugins(skipped);
    return skipped;
  }

  /** A plugin's scores of the nodes, as it gives them. */
  long[] score(ScorePlugin plugin, List<NodeInfo> nodes) {
    return nodes.stream().mapToLong(node -> plugin.score(state, pod, node)).toArray();
  }

  /** The same scores between 0 and 100. */
  long[] normalized(ScorePlugin plugin, List<NodeInfo> nodes, long[] raw) {
    long[] scores = raw.clone();
    ScoreExtensions extensions = plugin.scoreExtensions();
    if (extensions != null) {
      Status status = extensions.normalizeScore(state, pod, new NodeScoreList(nodes, scores));
      if (!status.isSuccess()) {
        throw new IllegalStateException(plugin.name() + ": " + status.message());
      }
    }
    return scores;
  }
}
