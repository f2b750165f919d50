package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.ReservePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Reserve and, in reverse order, unreserve.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunReservePluginsReserve, RunReservePluginsUnreserve), v1.37.2.
 */
final class ReserveRunner {
  private static final Logger LOG = LoggerFactory.getLogger(ReserveRunner.class);
  private static final String POINT = ExtensionPoint.RESERVE.toString();
  private static final String UNRESERVE = "Unreserve";

  private final ReservePlugin[] plugins;
  private final String[] names;
  private final Meter meter;

  ReserveRunner(List<ReservePlugin> plugins, Meter meter) {
    this.plugins = plugins.toArray(ReservePlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.meter = meter;
  }

  /** Runs the plugins up to the first that fails. */
  Status reserve(CycleState state, PodInfo pod, String nodeName) {
    long start = meter.start();
    Status result = Status.SUCCESS;
    for (int i = 0; i < plugins.length && result.isSuccess(); i++) {
      long pluginStart = state.recordPluginMetrics() ? meter.start() : 0;
      Status status = guardedReserve(plugins[i], state, pod, nodeName);
      if (state.recordPluginMetrics()) {
        meter.plugin(names[i], POINT, status.code(), pluginStart);
      }
      if (status.isRejected()) {
        result = status.withPlugin(names[i]);
      } else if (!status.isSuccess()) {
        result = PluginFailure.wrap(PluginFailure.running(POINT, names[i]), status);
      }
    }
    meter.point(ExtensionPoint.RESERVE, result.code(), start);
    return result;
  }

  /** Calls all plugins, the last one first; one that throws does not keep the others from giving back what they hold. */
  void unreserve(CycleState state, PodInfo pod, String nodeName) {
    long start = meter.start();
    for (int i = plugins.length - 1; i >= 0; i--) {
      long pluginStart = state.recordPluginMetrics() ? meter.start() : 0;
      guardedUnreserve(i, state, pod, nodeName);
      if (state.recordPluginMetrics()) {
        meter.plugin(names[i], UNRESERVE, Code.SUCCESS, pluginStart);
      }
    }
    meter.point(UNRESERVE, Code.SUCCESS, start);
  }

  private static Status guardedReserve(ReservePlugin plugin, CycleState state, PodInfo pod, String nodeName) {
    try {
      return PluginFailure.answer(plugin.reserve(state, pod, nodeName));
    } catch (Exception e) {
      return PluginFailure.of(e);
    }
  }

  private void guardedUnreserve(int i, CycleState state, PodInfo pod, String nodeName) {
    try {
      plugins[i].unreserve(state, pod, nodeName);
    } catch (Exception e) {
      LOG.error("plugin {} failed to unreserve pod {} on node {}", names[i], pod.key(), nodeName, e);
    }
  }
}
