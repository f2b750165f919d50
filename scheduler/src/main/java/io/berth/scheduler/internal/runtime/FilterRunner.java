package io.berth.scheduler.internal.runtime;

import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PodNominator;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Filter on one node, with and without the pods that are nominated to it.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (RunFilterPlugins, RunFilterPluginsWithNominatedPods), v1.37.2.
 */
final class FilterRunner {
  private static final Logger LOG = LoggerFactory.getLogger(FilterRunner.class);
  private static final String POINT = ExtensionPoint.FILTER.toString();

  private final String[] names;
  private final Active<FilterPlugin> active;
  private final PreFilterExtensionsRunner extensions;
  private final PodNominator nominator;
  private final Meter meter;
  private final long[] evaluations;

  FilterRunner(List<FilterPlugin> plugins, PreFilterExtensionsRunner extensions, PodNominator nominator, Meter meter) {
    this.names = ProfilePlugins.names(plugins);
    this.active = new Active<>(plugins.toArray(FilterPlugin[]::new), names);
    this.extensions = extensions;
    this.nominator = nominator;
    this.meter = meter;
    this.evaluations = new long[names.length];
  }

  boolean hasPlugins() {
    return names.length > 0;
  }

  /** The plugins that this state does not skip. */
  Active.Selection<FilterPlugin> select(CycleState state) {
    return active.without(state.skipFilterPlugins());
  }

  /** Runs the plugins up to the first that objects. */
  Status run(Active.Selection<FilterPlugin> selection, CycleState state, PodInfo pod, NodeInfo node) {
    FilterPlugin[] plugins = selection.plugins();
    int i = 0;
    try {
      for (; i < plugins.length; i++) {
        evaluations[selection.indexes()[i]]++;
        Status status = plugins[i].filter(state, pod, node);
        if (status != Status.SUCCESS && (status == null || !status.isSuccess())) {
          return objection(names[selection.indexes()[i]], PluginFailure.answer(status));
        }
      }
      return Status.SUCCESS;
    } catch (Exception e) {
      return objection(names[selection.indexes()[i]], PluginFailure.of(e));
    }
  }

  /** As {@link #run}, with every call measured. */
  Status runMeasured(Active.Selection<FilterPlugin> selection, CycleState state, PodInfo pod, NodeInfo node) {
    for (int i = 0; i < selection.plugins().length; i++) {
      String name = names[selection.indexes()[i]];
      long start = meter.start();
      evaluations[selection.indexes()[i]]++;
      Status status = guarded(selection.plugins()[i], state, pod, node);
      meter.plugin(name, POINT, status.code(), start);
      if (!status.isSuccess()) {
        return objection(name, status);
      }
    }
    return Status.SUCCESS;
  }

  private static Status guarded(FilterPlugin plugin, CycleState state, PodInfo pod, NodeInfo node) {
    try {
      return PluginFailure.answer(plugin.filter(state, pod, node));
    } catch (Exception e) {
      return PluginFailure.of(e);
    }
  }

  private static Status objection(String name, Status status) {
    return status.isRejected()
        ? status.withPlugin(name)
        : PluginFailure.wrap("running \"" + name + "\" filter plugin", status, name);
  }

  /**
   * Runs the plugins twice where pods of equal or higher priority are nominated to the node: with these pods, and if all pass, without
   * them, since some filters (affinity) may pass only with pods that may never come.
   */
  Status runWithNominatedPods(
      Active.Selection<FilterPlugin> selection, CycleState state, PodInfo pod, NodeInfo node, boolean measured) {
    if (!nominator.isEmpty()) {
      List<PodInfo> nominated = nominator.nominatedPodsForNode(node.name());
      if (!nominated.isEmpty()) {
        Status status = runBeside(nominated, selection, state, pod, node);
        if (!status.isSuccess()) {
          return status;
        }
      }
    }
    return measured ? runMeasured(selection, state, pod, node) : run(selection, state, pod, node);
  }

  private Status runBeside(
      List<PodInfo> nominated, Active.Selection<FilterPlugin> selection, CycleState state, PodInfo pod, NodeInfo node) {
    CycleState stateBeside = null;
    NodeInfo.Edit edit = null;
    for (PodInfo other : nominated) {
      if (other.priority() >= pod.priority() && !other.uid().equals(pod.uid())) {
        if (edit == null || stateBeside == null) {
          edit = node.edit();
          stateBeside = state.copy();
        }
        edit.add(other);
        Status status = extensions.addPod(stateBeside, pod, other, edit.view());
        if (!status.isSuccess()) {
          return status;
        }
      }
    }
    return edit == null || stateBeside == null ? Status.SUCCESS : run(selection, stateBeside, pod, edit.view());
  }

  /** What the plugins' answers depend on beside the node; {@code null} if one of them does not say, or fails to. */
  @Nullable Object signature(CycleState state, PodInfo pod) {
    if (!extensions.areOf(names)) {
      return null;
    }
    Active.Selection<FilterPlugin> selection = select(state);
    FilterPlugin[] plugins = selection.plugins();
    List<Object> parts = new ArrayList<>(plugins.length + 1);
    parts.add(selection.skipped());
    int i = 0;
    try {
      for (; i < plugins.length; i++) {
        Object part = plugins[i].filterSignature(state, pod);
        if (part == null) {
          return null;
        }
        parts.add(part);
      }
      return List.copyOf(parts);
    } catch (Exception e) {
      LOG.error("plugin {} failed to say what its answers depend on; nothing is remembered", plugins[i].name(), e);
      return null;
    }
  }

  /** Tells the metrics how often each plugin was called since the last time. */
  void reportEvaluations() {
    for (int i = 0; i < names.length; i++) {
      meter.evaluations(names[i], ExtensionPoint.FILTER, evaluations[i]);
      evaluations[i] = 0;
    }
  }
}
