package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs PreFilter.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunPreFilterPlugins), v1.37.2.
 */
final class PreFilterRunner {
  private static final String POINT = ExtensionPoint.PRE_FILTER.toString();

  private final PreFilterPlugin[] plugins;
  private final String[] names;
  private final SkipSets skips;
  private final Meter meter;

  PreFilterRunner(List<PreFilterPlugin> plugins, Meter meter) {
    this.plugins = plugins.toArray(PreFilterPlugin[]::new);
    this.names = ProfilePlugins.names(plugins);
    this.skips = new SkipSets(names);
    this.meter = meter;
  }

  /** Runs all plugins up to one that ends the cycle; an unschedulable one does not, since preemption needs the others' state. */
  PreFilterOutcome run(CycleState state, PodInfo pod, Snapshot snapshot) {
    long start = meter.start();
    skips.clear();
    PreFilterOutcome outcome = runAll(state, pod, snapshot);
    state.skipFilterPlugins(skips.toSet());
    meter.point(ExtensionPoint.PRE_FILTER, outcome.status().code(), start);
    return outcome;
  }

  private PreFilterOutcome runAll(CycleState state, PodInfo pod, Snapshot snapshot) {
    Status rejection = null;
    Set<String> nodes = null;
    Set<String> narrowedBy = null;
    for (int i = 0; i < plugins.length; i++) {
      PreFilterDecision decision = call(i, state, pod, snapshot);
      if (decision instanceof PreFilterDecision.Skip) {
        skips.add(i);
        continue;
      }
      meter.evaluations(names[i], ExtensionPoint.PRE_FILTER, 1);
      if (decision instanceof PreFilterDecision.Reject reject) {
        Status status = reject.status().withPlugin(names[i]);
        if (status.code() == Code.UNSCHEDULABLE) {
          rejection = status;
          continue;
        }
        return PreFilterOutcome.failed(
            status.code() == Code.UNSCHEDULABLE_AND_UNRESOLVABLE
                ? status
                : PluginFailure.wrap(PluginFailure.running(POINT, names[i]), status, names[i]));
      }
      if (decision instanceof PreFilterDecision.Only only) {
        nodes = intersection(nodes, only.names());
        narrowedBy = narrowedBy == null ? new TreeSet<>() : narrowedBy;
        narrowedBy.add(names[i]);
        if (nodes.isEmpty()) {
          return new PreFilterOutcome(noNodeLeft(narrowedBy), nodes, List.copyOf(narrowedBy));
        }
      }
    }
    if (rejection == null && nodes == null) {
      return PreFilterOutcome.ALL_NODES;
    }
    return new PreFilterOutcome(
        rejection == null ? Status.SUCCESS : rejection, nodes, narrowedBy == null ? List.of() : List.copyOf(narrowedBy));
  }

  private PreFilterDecision call(int i, CycleState state, PodInfo pod, Snapshot snapshot) {
    long start = state.recordPluginMetrics() ? meter.start() : 0;
    PreFilterDecision decision = guarded(i, state, pod, snapshot);
    if (state.recordPluginMetrics()) {
      meter.plugin(names[i], POINT, code(decision), start);
    }
    return decision;
  }

  private PreFilterDecision guarded(int i, CycleState state, PodInfo pod, Snapshot snapshot) {
    try {
      return answer(plugins[i].preFilter(state, pod, snapshot));
    } catch (Exception e) {
      return new PreFilterDecision.Reject(PluginFailure.of(e));
    }
  }

  /** What a plugin decided. */
  static PreFilterDecision answer(@Nullable PreFilterDecision decision) {
    return decision == null ? new PreFilterDecision.Reject(PluginFailure.NO_ANSWER) : decision;
  }

  private static Code code(PreFilterDecision decision) {
    if (decision instanceof PreFilterDecision.Reject reject) {
      return reject.status().code();
    }
    return decision instanceof PreFilterDecision.Skip ? Code.SKIP : Code.SUCCESS;
  }

  private static Set<String> intersection(@Nullable Set<String> a, Set<String> b) {
    if (a == null) {
      return b;
    }
    Set<String> both = new TreeSet<>(a);
    both.retainAll(b);
    return both;
  }

  private static Status noNodeLeft(Set<String> plugins) {
    return Status.unresolvable(
        plugins.size() == 1
            ? "node(s) didn't satisfy plugin " + plugins.iterator().next()
            : "node(s) didn't satisfy plugin(s) [" + String.join(" ", plugins) + "] simultaneously");
  }
}
