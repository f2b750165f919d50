package io.berth.scheduler.internal.runtime;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PodNominator;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks every PreFilter and Filter plugin, where a cycle stops at the first objection; for explanations. Measures nothing. */
public final class PluginByPlugin {
  private final ProfilePlugins plugins;
  private final PreFilterExtensionsRunner extensions;
  private final PodNominator nominator;

  /** Asks these plugins. */
  public PluginByPlugin(ProfilePlugins plugins, RunnerServices quiet) {
    this.plugins = plugins;
    this.extensions =
        new PreFilterExtensionsRunner(plugins.preFilter, new Meter(quiet.metrics(), quiet.timers(), ""));
    this.nominator = quiet.nominator();
  }

  /** What each PreFilter plugin decides, by its name; the state is left as after a cycle's PreFilter. */
  public Map<String, PreFilterDecision> preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    Map<String, PreFilterDecision> decisions = new LinkedHashMap<>();
    Set<String> skipped = new LinkedHashSet<>();
    for (PreFilterPlugin plugin : plugins.preFilter) {
      PreFilterDecision decision;
      try {
        decision = PreFilterRunner.answer(plugin.preFilter(state, pod, snapshot));
      } catch (Exception e) {
        decision = PreFilterDecision.reject(PluginFailure.of(e));
      }
      if (decision instanceof PreFilterDecision.Skip) {
        skipped.add(plugin.name());
      }
      decisions.put(plugin.name(), decision);
    }
    state.skipFilterPlugins(skipped);
    return decisions;
  }

  /**
   * What each Filter plugin says of the node, by its name: skip when its PreFilter had nothing to do, and its objection when its
   * PreFilter turned the pod down.
   */
  public Map<String, Status> filter(
      CycleState state, PodInfo pod, NodeInfo node, Map<String, PreFilterDecision> preFilter) {
    Map<String, Status> verdicts = new LinkedHashMap<>();
    List<PodInfo> nominated =
        nominator.nominatedPodsForNode(node.name()).stream()
            .filter(other -> other.priority() >= pod.priority() && !other.uid().equals(pod.uid()))
            .toList();
    for (FilterPlugin plugin : plugins.filter) {
      PreFilterDecision decision = preFilter.get(plugin.name());
      if (decision instanceof PreFilterDecision.Skip) {
        verdicts.put(plugin.name(), Status.SKIP);
      } else if (decision instanceof PreFilterDecision.Reject reject) {
        verdicts.put(plugin.name(), reject.status());
      } else {
        Status status = nominated.isEmpty() ? Status.SUCCESS : beside(nominated, plugin, state, pod, node);
        verdicts.put(plugin.name(), status.isSuccess() ? ask(plugin, state, pod, node) : status);
      }
    }
    return verdicts;
  }

  private Status beside(List<PodInfo> nominated, FilterPlugin plugin, CycleState state, PodInfo pod, NodeInfo node) {
    NodeInfo.Edit edit = node.edit();
    CycleState copy = state.copy();
    for (PodInfo other : nominated) {
      edit.add(other);
      Status status = extensions.addPod(copy, pod, other, edit.view());
      if (!status.isSuccess()) {
        return status;
      }
    }
    return ask(plugin, copy, pod, edit.view());
  }

  private static Status ask(FilterPlugin plugin, CycleState state, PodInfo pod, NodeInfo node) {
    try {
      return PluginFailure.answer(plugin.filter(state, pod, node)).withPlugin(plugin.name());
    } catch (Exception e) {
      return PluginFailure.of(e).withPlugin(plugin.name());
    }
  }
}
