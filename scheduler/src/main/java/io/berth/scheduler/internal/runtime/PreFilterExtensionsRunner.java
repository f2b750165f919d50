package io.berth.scheduler.internal.runtime;

import io.berth.framework.CycleState;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Runs the addPod and removePod of PreFilterExtensions.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunPreFilterExtensionAddPod, RunPreFilterExtensionRemovePod), v1.37.2.
 */
final class PreFilterExtensionsRunner {
  private final String[] names;
  private final Active<PreFilterExtensions> active;
  private final Meter meter;

  PreFilterExtensionsRunner(List<PreFilterPlugin> plugins, Meter meter) {
    List<PreFilterPlugin> extended = plugins.stream().filter(plugin -> plugin.preFilterExtensions() != null).toList();
    this.names = ProfilePlugins.names(extended);
    this.active =
        new Active<>(
            extended.stream().map(PreFilterPlugin::preFilterExtensions).toArray(PreFilterExtensions[]::new), names);
    this.meter = meter;
  }

  /** Whether all of them belong to plugins of these names. */
  boolean areOf(String[] plugins) {
    return Set.of(plugins).containsAll(Arrays.asList(names));
  }

  Status addPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node) {
    return run(true, state, podToSchedule, added, node);
  }

  Status removePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node) {
    return run(false, state, podToSchedule, removed, node);
  }

  private Status run(boolean add, CycleState state, PodInfo podToSchedule, PodInfo pod, NodeInfo node) {
    Active.Selection<PreFilterExtensions> selection = active.without(state.skipFilterPlugins());
    for (int i = 0; i < selection.plugins().length; i++) {
      PreFilterExtensions extensions = selection.plugins()[i];
      long start = state.recordPluginMetrics() ? meter.start() : 0;
      Status status = guarded(extensions, add, state, podToSchedule, pod, node);
      String name = names[selection.indexes()[i]];
      if (state.recordPluginMetrics()) {
        meter.plugin(name, add ? "PreFilterExtensionAddPod" : "PreFilterExtensionRemovePod", status.code(), start);
      }
      if (!status.isSuccess()) {
        return PluginFailure.wrap(
            "running " + (add ? "AddPod" : "RemovePod") + " on PreFilter plugin \"" + name + "\"", status);
      }
    }
    return Status.SUCCESS;
  }

  private static Status guarded(
      PreFilterExtensions extensions, boolean add, CycleState state, PodInfo podToSchedule, PodInfo pod, NodeInfo node) {
    try {
      return PluginFailure.answer(
          add ? extensions.addPod(state, podToSchedule, pod, node) : extensions.removePod(state, podToSchedule, pod, node));
    } catch (Exception e) {
      return PluginFailure.of(e);
    }
  }
}
