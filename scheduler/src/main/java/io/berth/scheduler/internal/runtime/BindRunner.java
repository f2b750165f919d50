package io.berth.scheduler.internal.runtime;

import io.berth.framework.BindPlugin;
import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.PostBindPlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Bind and PostBind.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunBindPlugins, RunPostBindPlugins), v1.37.2.
 */
final class BindRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BindRunner.class);
  private static final String POINT = ExtensionPoint.BIND.toString();

  private final BindPlugin[] plugins;
  private final String[] names;
  private final PostBindPlugin[] postBind;
  private final SchedulingThread thread;
  private final Meter meter;

  BindRunner(List<BindPlugin> plugins, List<PostBindPlugin> postBind, SchedulingThread thread, Meter meter) {
    this.plugins = plugins.toArray(BindPlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.postBind = postBind.toArray(PostBindPlugin[]::new);
    this.thread = thread;
    this.meter = meter;
  }

  /** Asks the plugins in order until one does not skip; then calls back on the scheduler's thread. */
  void bind(CycleState state, PodInfo pod, String nodeName, Consumer<Status> callback) {
    long start = meter.start();
    ask(0, state, pod, nodeName, status -> {
      meter.point(ExtensionPoint.BIND, status.code(), start);
      callback.accept(status);
    });
  }

  private void ask(int i, CycleState state, PodInfo pod, String nodeName, Consumer<Status> callback) {
    if (i == plugins.length) {
      callback.accept(Status.SKIP);
      return;
    }
    long start = state.recordPluginMetrics() ? meter.start() : 0;
    thread.whenDone(
        PluginStage.call(() -> plugins[i].bind(state, pod, nodeName)),
        (answer, thrown) -> {
          Status status = status(answer, thrown);
          if (state.recordPluginMetrics()) {
            meter.plugin(names[i], POINT, status.code(), start);
          }
          if (status.isSkip()) {
            ask(i + 1, state, pod, nodeName, callback);
          } else if (status.isSuccess()) {
            callback.accept(status);
          } else {
            callback.accept(
                status.isRejected()
                    ? status.withPlugin(names[i])
                    : PluginFailure.wrap(PluginFailure.running(POINT, names[i]), status));
          }
        });
  }

  private static Status status(@Nullable Status answer, @Nullable Throwable thrown) {
    if (thrown != null) {
      return PluginFailure.of(thrown);
    }
    return answer == null ? Status.error("the Bind plugin's stage completed without a status") : answer;
  }

  /** Tells all plugins that the pod is bound; nothing depends on how they take it. */
  void postBind(CycleState state, PodInfo pod, String nodeName) {
    long start = meter.start();
    for (PostBindPlugin plugin : postBind) {
      long pluginStart = state.recordPluginMetrics() ? meter.start() : 0;
      try {
        plugin.postBind(state, pod, nodeName);
      } catch (Exception e) {
        LOG.error("plugin {} failed after pod {} was bound to node {}", plugin.name(), pod.key(), nodeName, e);
      }
      if (state.recordPluginMetrics()) {
        meter.plugin(plugin.name(), ExtensionPoint.POST_BIND.toString(), Code.SUCCESS, pluginStart);
      }
    }
    meter.point(ExtensionPoint.POST_BIND, Code.SUCCESS, start);
  }
}
