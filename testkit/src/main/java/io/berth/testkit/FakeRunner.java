package io.berth.testkit;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeScoreList;
import io.berth.framework.NominationExtensions;
import io.berth.framework.Plugin;
import io.berth.framework.PluginFailedException;
import io.berth.framework.PluginsRunner;
import io.berth.framework.PodNominator;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.ReservePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs plugins one after the other, without weights, metrics or threads. */
final class FakeRunner implements PluginsRunner {
  private final List<Plugin> plugins;
  private final PodNominator nominator;

  FakeRunner(List<Plugin> plugins, PodNominator nominator) {
    this.plugins = plugins;
    this.nominator = nominator;
  }

  @Override
  public Status runFilterPlugins(CycleState state, PodInfo pod, NodeInfo node) {
    for (FilterPlugin plugin : of(FilterPlugin.class)) {
      if (!state.skipFilterPlugins().contains(plugin.name())) {
        Status status = plugin.filter(state, pod, node);
        if (!status.isSuccess()) {
          return status.withPlugin(plugin.name());
        }
      }
    }
    return Status.SUCCESS;
  }

  @Override
  public Status runFilterPluginsWithNominatedPods(CycleState state, PodInfo pod, NodeInfo node) {
    CycleState copy = state.copy();
    NodeInfo.Edit edit = node.edit();
    for (PodInfo nominated : nominator.nominatedPodsForNode(node.name())) {
      if (nominated.priority() >= pod.priority() && !nominated.uid().equals(pod.uid())) {
        edit.add(nominated);
        Status status = runPreFilterExtensionAddPod(copy, pod, nominated, edit.view());
        if (!status.isSuccess()) {
          return status;
        }
      }
    }
    if (edit.size() > 0) {
      Status status = runFilterPlugins(copy, pod, edit.view());
      if (!status.isSuccess()) {
        return status;
      }
    }
    return runFilterPlugins(state, pod, node);
  }

  @Override
  public @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    List<Object> parts = new ArrayList<>();
    for (FilterPlugin plugin : of(FilterPlugin.class)) {
      Object part = state.skipFilterPlugins().contains(plugin.name()) ? "skipped" : plugin.filterSignature(state, pod);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return parts;
  }

  @Override
  public Status runPreFilterExtensionAddPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node) {
    return extensions((extensions) -> extensions.addPod(state, podToSchedule, added, node), state);
  }

  @Override
  public Status runPreFilterExtensionRemovePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node) {
    return extensions((extensions) -> extensions.removePod(state, podToSchedule, removed, node), state);
  }

  @Override
  public Status runPreScorePlugins(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    for (PreScorePlugin plugin : of(PreScorePlugin.class)) {
      Status status = plugin.preScore(state, pod, nodes);
      if (!status.isSuccess() && !status.isSkip()) {
        return status.withPlugin(plugin.name());
      }
    }
    return Status.SUCCESS;
  }

  @Override
  public long[] runScorePlugins(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    long[] total = new long[nodes.size()];
    for (ScorePlugin plugin : of(ScorePlugin.class)) {
      long[] scores = new long[nodes.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = plugin.score(state, pod, nodes.get(i));
      }
      ScoreExtensions extensions = plugin.scoreExtensions();
      Status status =
          extensions == null ? Status.SUCCESS : extensions.normalizeScore(state, pod, new NodeScoreList(nodes, scores));
      if (!status.isSuccess()) {
        throw new PluginFailedException(status.withPlugin(plugin.name()));
      }
      for (int i = 0; i < scores.length; i++) {
        total[i] += scores[i];
      }
    }
    return total;
  }

  @Override
  public Status runReservePluginsReserve(CycleState state, PodInfo pod, String nodeName) {
    for (ReservePlugin plugin : of(ReservePlugin.class)) {
      Status status = plugin.reserve(state, pod, nodeName);
      if (!status.isSuccess()) {
        return status.withPlugin(plugin.name());
      }
    }
    return Status.SUCCESS;
  }

  @Override
  public void runReservePluginsUnreserve(CycleState state, PodInfo pod, String nodeName) {
    List<ReservePlugin> reversed = new ArrayList<>(of(ReservePlugin.class));
    Collections.reverse(reversed);
    reversed.forEach(plugin -> plugin.unreserve(state, pod, nodeName));
  }

  @Override
  public Status runNominationExtensionsAddNominatedPod(
      CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
    of(NominationExtensions.class).forEach(plugin -> plugin.addNominatedPod(state, pod, nodeName, victims));
    return Status.SUCCESS;
  }

  @Override
  public PreemptionEligibility runNominationExtensionsPodEligibleToPreempt(PodInfo pod, String nodeName) {
    for (NominationExtensions plugin : of(NominationExtensions.class)) {
      PreemptionEligibility eligibility = plugin.podEligibleToPreempt(pod, nodeName);
      if (eligibility instanceof PreemptionEligibility.NotEligible not) {
        return not.plugin() == null ? new PreemptionEligibility.NotEligible(not.reason(), plugin.name()) : not;
      }
    }
    return PreemptionEligibility.ELIGIBLE;
  }

  @Override
  public void runNominationExtensionsVictimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {
    of(NominationExtensions.class).forEach(plugin -> plugin.victimsSpared(pod, nodeName, spared));
  }

  private interface Call {
    Status on(PreFilterExtensions extensions);
  }

  private Status extensions(Call call, CycleState state) {
    for (PreFilterPlugin plugin : of(PreFilterPlugin.class)) {
      PreFilterExtensions extensions = plugin.preFilterExtensions();
      if (extensions != null && !state.skipFilterPlugins().contains(plugin.name())) {
        Status status = call.on(extensions);
        if (!status.isSuccess()) {
          return status.withPlugin(plugin.name());
        }
      }
    }
    return Status.SUCCESS;
  }

  private <P extends Plugin> List<P> of(Class<P> type) {
    return plugins.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
