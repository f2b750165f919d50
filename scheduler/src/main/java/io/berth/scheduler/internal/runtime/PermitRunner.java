package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs Permit.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunPermitPlugins), v1.37.2.
 */
final class PermitRunner {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);
  private static final String POINT = ExtensionPoint.PERMIT.toString();

  private final PermitPlugin[] plugins;
  private final String[] names;
  private final Meter meter;

  PermitRunner(List<PermitPlugin> plugins, Meter meter) {
    this.plugins = plugins.toArray(PermitPlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.meter = meter;
  }

  /** Runs the plugins up to the first that rejects or fails. */
  PermitOutcome run(CycleState state, PodInfo pod, String nodeName) {
    long start = meter.start();
    PermitOutcome outcome = runAll(state, pod, nodeName);
    meter.point(ExtensionPoint.PERMIT, outcome.status().code(), start);
    return outcome;
  }

  private PermitOutcome runAll(CycleState state, PodInfo pod, String nodeName) {
    Map<String, Duration> waits = null;
    for (int i = 0; i < plugins.length; i++) {
      long start = state.recordPluginMetrics() ? meter.start() : 0;
      PermitDecision decision = guarded(plugins[i], state, pod, nodeName);
      if (state.recordPluginMetrics()) {
        meter.plugin(names[i], POINT, code(decision), start);
      }
      if (decision instanceof PermitDecision.WaitAtMost wait) {
        waits = waits == null ? new LinkedHashMap<>() : waits;
        waits.put(names[i], wait.timeout().compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.timeout());
      } else if (decision instanceof PermitDecision.Reject reject) {
        Status status = reject.status();
        return new PermitOutcome(
            status.isRejected()
                ? status.withPlugin(names[i])
                : PluginFailure.wrap(PluginFailure.running(POINT, names[i]), status, names[i]),
            Map.of());
      }
    }
    return waits == null ? PermitOutcome.ALLOWED : new PermitOutcome(PermitOutcome.WAITING, waits);
  }

  private static PermitDecision guarded(PermitPlugin plugin, CycleState state, PodInfo pod, String nodeName) {
    try {
      PermitDecision decision = plugin.permit(state, pod, nodeName);
      return decision == null ? new PermitDecision.Reject(PluginFailure.NO_ANSWER) : decision;
    } catch (Exception e) {
      return new PermitDecision.Reject(PluginFailure.of(e));
    }
  }

  private static Code code(PermitDecision decision) {
    if (decision instanceof PermitDecision.Reject reject) {
      return reject.status().code();
    }
    return decision instanceof PermitDecision.WaitAtMost ? Code.WAIT : Code.SUCCESS;
  }
}
