package io.berth.scheduler.internal.queue;

import io.berth.framework.Code;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.scheduler.internal.runtime.PluginFailure;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs PreEnqueue plugins, and gates a pod that one of them holds back.
 *
 * <p>Source: pkg/scheduler/backend/queue/scheduling_queue.go (runPreEnqueuePlugins), v1.37.2.
 */
final class Gatekeeper {
  /** One run of so many is measured plugin by plugin. */
  private static final int SAMPLE = 10;

  private static final String POINT = "PreEnqueue";
  private static final Logger LOG = LoggerFactory.getLogger(Gatekeeper.class);

  private final Map<String, List<PreEnqueuePlugin>> plugins;
  private final Timers timers;
  private final SchedulerMetrics metrics;
  private int runs;

  Gatekeeper(Map<String, List<PreEnqueuePlugin>> plugins, Timers timers, SchedulerMetrics metrics) {
    this.plugins = plugins;
    this.timers = timers;
    this.metrics = metrics;
  }

  /** Asks the plugin that gates the pod first, then the others, up to the first that holds it back. */
  void check(QueuedPod pod) {
    String profile = pod.pod().schedulerName();
    List<PreEnqueuePlugin> mine = plugins.getOrDefault(profile, List.of());
    if (mine.isEmpty()) {
      pod.ungate();
      return;
    }
    boolean measure = metrics != SchedulerMetrics.NONE;
    long start = measure ? timers.nanoTime() : 0;
    Code code = run(pod, mine, measure && runs++ % SAMPLE == 0);
    if (measure) {
      metrics.extensionPoint(POINT, code.toString(), profile, timers.nanoTime() - start);
    }
  }

  private Code run(QueuedPod pod, List<PreEnqueuePlugin> mine, boolean sampled) {
    String gate = pod.gatingPlugin();
    for (PreEnqueuePlugin plugin : mine) {
      if (plugin.name().equals(gate)) {
        Status status = ask(plugin, pod, sampled);
        if (!status.isSuccess()) {
          return status.code();
        }
      }
    }
    for (PreEnqueuePlugin plugin : mine) {
      if (!plugin.name().equals(gate)) {
        Status status = ask(plugin, pod, sampled);
        if (!status.isSuccess()) {
          return status.code();
        }
      }
    }
    pod.ungate();
    return Code.SUCCESS;
  }

  private Status ask(PreEnqueuePlugin plugin, QueuedPod pod, boolean sampled) {
    long start = sampled ? timers.nanoTime() : 0;
    Status status;
    try {
      status = PluginFailure.answer(plugin.preEnqueue(pod.pod()));
    } catch (RuntimeException e) {
      status = PluginFailure.of(e);
    }
    if (sampled) {
      metrics.pluginExecution(plugin.name(), POINT, status.code().toString(), timers.nanoTime() - start);
    }
    if (status.isSuccess()) {
      return status;
    }
    if (!pod.rejectedBy(plugin.name())) {
      metrics.unschedulablePods(plugin.name(), pod.pod().schedulerName(), 1);
    }
    pod.gate(plugin.name());
    if (status.isError()) {
      LOG.warn("PreEnqueue of {} failed for pod {}: {}", plugin.name(), pod.pod().key(), status.message(), status.cause());
    }
    return status;
  }
}
