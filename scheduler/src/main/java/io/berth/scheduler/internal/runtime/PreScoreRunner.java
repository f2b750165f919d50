package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * Runs PreScore.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunPreScorePlugins), v1.37.2.
 */
final class PreScoreRunner {
  private static final String POINT = ExtensionPoint.PRE_SCORE.toString();

  private final PreScorePlugin[] plugins;
  private final String[] names;
  private final SkipSets skips;
  private final Meter meter;

  PreScoreRunner(List<PreScorePlugin> plugins, Meter meter) {
    this.plugins = plugins.toArray(PreScorePlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.skips = new SkipSets(names);
    this.meter = meter;
  }

  /** Runs all plugins up to the first that fails; any rejection is an error here. */
  Status run(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    long start = meter.start();
    skips.clear();
    Status status = runAll(state, pod, nodes);
    state.skipScorePlugins(skips.toSet());
    meter.point(ExtensionPoint.PRE_SCORE, status.code(), start);
    return status;
  }

  private Status runAll(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    for (int i = 0; i < plugins.length; i++) {
      long start = state.recordPluginMetrics() ? meter.start() : 0;
      Status status = guarded(plugins[i], state, pod, nodes);
      if (state.recordPluginMetrics()) {
        meter.plugin(names[i], POINT, status.code(), start);
      }
      if (status.code() == Code.SKIP) {
        skips.add(i);
        continue;
      }
      meter.evaluations(names[i], ExtensionPoint.PRE_SCORE, 1);
      if (!status.isSuccess()) {
        return PluginFailure.wrap(PluginFailure.running(POINT, names[i]), status);
      }
    }
    return Status.SUCCESS;
  }

  private static Status guarded(PreScorePlugin plugin, CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    try {
      return PluginFailure.answer(plugin.preScore(state, pod, nodes));
    } catch (Exception e) {
      return PluginFailure.of(e);
    }
  }
}
