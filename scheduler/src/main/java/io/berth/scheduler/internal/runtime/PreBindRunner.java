package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs PreBind and what comes before it.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunPreBindPreFlights, RunPreBindPlugins, getPreBindPluginGroups), v1.37.2.
 */
final class PreBindRunner {
  private static final String POINT = ExtensionPoint.PRE_BIND.toString();
  private static final String PRE_FLIGHT = "PreBindPreFlight";

  private final PreBindPlugin[] plugins;
  private final String[] names;
  private final SchedulingThread thread;
  private final Meter meter;

  PreBindRunner(List<PreBindPlugin> plugins, SchedulingThread thread, Meter meter) {
    this.plugins = plugins.toArray(PreBindPlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.thread = thread;
    this.meter = meter;
  }

  /** Asks every plugin whether it has work to do, up to the first that fails. */
  PreBindOutcome preFlight(CycleState state, PodInfo pod, String nodeName) {
    long start = meter.start();
    PreBindOutcome outcome = askAll(state, pod, nodeName);
    meter.point(PRE_FLIGHT, outcome.status().code(), start);
    return outcome;
  }

  private PreBindOutcome askAll(CycleState state, PodInfo pod, String nodeName) {
    if (plugins.length == 0) {
      return new PreBindOutcome(Status.SKIP, List.of());
    }
    PreBindGroups groups = new PreBindGroups();
    Set<String> skipped = new LinkedHashSet<>();
    Status status = Status.SKIP;
    for (int i = 0; i < plugins.length; i++) {
      long start = state.recordPluginMetrics() ? meter.start() : 0;
      PreFlightDecision decision = guarded(plugins[i], state, pod, nodeName);
      if (state.recordPluginMetrics()) {
        meter.plugin(names[i], PRE_FLIGHT, code(decision), start);
      }
      if (decision instanceof PreFlightDecision.Run run) {
        groups.run(i, run.allowParallel());
        status = Status.SUCCESS;
      } else if (decision instanceof PreFlightDecision.Skip skip) {
        groups.skip(skip.allowParallel());
        skipped.add(names[i]);
      } else if (decision instanceof PreFlightDecision.Fail fail) {
        return new PreBindOutcome(failure(names[i], fail.status()), List.of());
      }
    }
    state.skipPreBindPlugins(skipped);
    return new PreBindOutcome(status, groups.toList());
  }

  private static Status failure(String name, Status status) {
    return status.isError()
        ? PluginFailure.wrap("running " + PRE_FLIGHT + " \"" + name + "\"", status)
        : Status.error(
            PRE_FLIGHT + " " + name + " returned \"" + status.code()
                + "\", which is unsupported. It is supposed to return Success, Skip, or Error status");
  }

  private static PreFlightDecision guarded(PreBindPlugin plugin, CycleState state, PodInfo pod, String nodeName) {
    try {
      PreFlightDecision decision = plugin.preBindPreFlight(state, pod, nodeName);
      return decision == null ? new PreFlightDecision.Fail(PluginFailure.NO_ANSWER) : decision;
    } catch (Exception e) {
      return new PreFlightDecision.Fail(PluginFailure.of(e));
    }
  }

  private static Code code(PreFlightDecision decision) {
    if (decision instanceof PreFlightDecision.Fail fail) {
      return fail.status().code();
    }
    return decision instanceof PreFlightDecision.Skip ? Code.SKIP : Code.SUCCESS;
  }

  /** Runs the groups one after the other; a group whose plugin fails is the last one. Then calls back on the scheduler's thread. */
  void run(BindingCall call, PreBindOutcome preFlight, Consumer<Status> callback) {
    long start = meter.start();
    new Groups(call, preFlight.groups(), status -> {
      meter.point(ExtensionPoint.PRE_BIND, status.code(), start);
      callback.accept(status);
    }).next();
  }

  private final class Groups {
    private final BindingCall call;
    private final List<int[]> groups;
    private final Consumer<Status> callback;
    private final CancellationSource cancellation = new CancellationSource();
    private int group;
    private int running;
    private @Nullable Status failure;

    Groups(BindingCall call, List<int[]> groups, Consumer<Status> callback) {
      this.call = call;
      this.groups = groups;
      this.callback = callback;
      call.cancellation().onCancel(() -> cancellation.cancel(String.valueOf(call.cancellation().reason())));
    }

    void next() {
      if (failure != null || group == groups.size()) {
        callback.accept(failure == null ? Status.SUCCESS : failure);
        return;
      }
      int[] members = groups.get(group++);
      running = members.length;
      for (int index : members) {
        start(index);
      }
    }

    private void start(int index) {
      long start = call.state().recordPluginMetrics() ? meter.start() : 0;
      thread.whenDone(
          PluginStage.call(() -> plugins[index].preBind(call.state(), call.pod(), call.nodeName(), cancellation)),
          (answer, thrown) -> {
            Status status = thrown != null ? PluginFailure.of(thrown) : answer != null ? answer : Status.error("no status");
            if (call.state().recordPluginMetrics()) {
              meter.plugin(names[index], POINT, status.code(), start);
            }
            ended(index, status);
          });
    }

    private void ended(int index, Status status) {
      if (!status.isSuccess() && failure == null) {
        failure = failed(names[index], status);
        cancellation.cancel("some other PreBind operation failed");
      }
      if (--running == 0) {
        next();
      }
    }

    private Status failed(String name, Status status) {
      if (status.isRejected()) {
        return status.withPlugin(name);
      }
      String reason = call.cancellation().reason();
      return PluginFailure.wrap(PluginFailure.running(POINT, name), reason == null ? status : Status.error(reason));
    }
  }
}
