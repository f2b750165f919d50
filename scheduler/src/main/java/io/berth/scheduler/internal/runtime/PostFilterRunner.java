package io.berth.scheduler.internal.runtime;

import io.berth.framework.Cancellation;
import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.NodeToStatus;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs PostFilter, one plugin after the other, without holding the thread meanwhile.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunPostFilterPlugins), v1.37.2.
 */
final class PostFilterRunner {
  private static final String POINT = ExtensionPoint.POST_FILTER.toString();

  private final PostFilterPlugin[] plugins;
  private final String[] names;
  private final SchedulingThread thread;
  private final Meter meter;

  PostFilterRunner(List<PostFilterPlugin> plugins, SchedulingThread thread, Meter meter) {
    this.plugins = plugins.toArray(PostFilterPlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.thread = thread;
    this.meter = meter;
  }

  boolean hasPlugins() {
    return plugins.length > 0;
  }

  /** Runs the plugins up to the first that succeeds, fails, or says that nothing can help; then calls back on the scheduler's thread. */
  void run(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation, Consumer<PostFilterResult> callback) {
    new Round(state, pod, statuses, cancellation, callback).next();
  }

  private final class Round {
    private final CycleState state;
    private final PodInfo pod;
    private final NodeToStatus statuses;
    private final Cancellation cancellation;
    private final Consumer<PostFilterResult> callback;
    private final List<String> reasons = new ArrayList<>();
    private final Set<String> waitsFor = new TreeSet<>();
    private final long start = meter.start();
    private NominatingInfo nominating = NominatingInfo.NOOP;
    private @Nullable String rejector;
    private int i;

    Round(
        CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation, Consumer<PostFilterResult> callback) {
      this.state = state;
      this.pod = pod;
      this.statuses = statuses;
      this.cancellation = cancellation;
      this.callback = callback;
    }

    void next() {
      if (i == plugins.length || cancellation.isCancelled()) {
        Status status = new Status(Code.UNSCHEDULABLE, reasons, rejector, null);
        end(new PostFilterResult(status, nominating, waitsFor));
        return;
      }
      long pluginStart = state.recordPluginMetrics() ? meter.start() : 0;
      thread.whenDone(
          PluginStage.call(() -> plugins[i].postFilter(state, pod, statuses, cancellation)),
          (result, thrown) -> {
            PostFilterResult answer = answer(result, thrown);
            if (state.recordPluginMetrics()) {
              meter.plugin(names[i], POINT, answer.status().code(), pluginStart);
            }
            take(answer);
          });
    }

    private void take(PostFilterResult answer) {
      Status status = answer.status();
      if (status.isSuccess()) {
        end(answer);
      } else if (status.code() == Code.UNSCHEDULABLE_AND_UNRESOLVABLE) {
        waitsFor.addAll(answer.waitsFor());
        end(new PostFilterResult(status.withPlugin(names[i]), answer.nominating(), waitsFor));
      } else if (!status.isRejected()) {
        Status error = new Status(Code.ERROR, status.reasons(), names[i], status.cause());
        end(new PostFilterResult(error, NominatingInfo.NOOP));
      } else {
        if (answer.nominating().mode() != NominatingInfo.Mode.NOOP) {
          nominating = answer.nominating();
        }
        reasons.addAll(status.reasons());
        waitsFor.addAll(answer.waitsFor());
        rejector = rejector == null ? names[i] : rejector;
        i++;
        next();
      }
    }

    private void end(PostFilterResult result) {
      meter.point(ExtensionPoint.POST_FILTER, result.status().code(), start);
      callback.accept(result);
    }
  }

  private static PostFilterResult answer(@Nullable PostFilterResult result, @Nullable Throwable thrown) {
    if (thrown == null && result != null) {
      return result;
    }
    Status status = thrown == null ? Status.error("the PostFilter plugin's stage completed without a result") : PluginFailure.of(thrown);
    return new PostFilterResult(status, NominatingInfo.NOOP);
  }
}
