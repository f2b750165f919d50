package io.berth.plugins.tainttoleration;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.StateData;
import io.berth.framework.StateKey;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.NodeTaint;
import io.berth.framework.selector.TolerationSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns down nodes with taints that forbid the pod, and ranks nodes by how many taints advise against it, fewest first.
 *
 * <p>Source: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go, v1.37.2.
 */
public final class TaintToleration
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, ScoreExtensions, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "TaintToleration";

  private static final Status UNTOLERATED = Status.unresolvable("node(s) had untolerated taint(s)").withPlugin(NAME);
  private static final StateKey<Preferences> PRE_SCORE = StateKey.of("PreScore" + NAME);

  /** The tolerations that can answer a PreferNoSchedule taint. */
  private record Preferences(TolerationSet tolerations) implements StateData<Preferences> {
    @Override
    public Preferences copy() {
      return this;
    }
  }

  private final boolean comparisonOperators;

  /** Made by the profile's factory. */
  public TaintToleration(Handle handle) {
    comparisonOperators = handle.featureGates().enabled(FeatureGates.TAINT_TOLERATION_COMPARISON_OPERATORS);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    return PreFilterDecision.ALL_NODES;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    return isForbidden(pod, node) ? UNTOLERATED : Status.SUCCESS;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return pod.tolerations();
  }

  private boolean isForbidden(PodInfo pod, NodeInfo node) {
    List<NodeTaint> taints = node.taints();
    for (int i = 0; i < taints.size(); i++) {
      NodeTaint taint = taints.get(i);
      if (taint.preventsScheduling() && !pod.tolerations().tolerates(taint, comparisonOperators)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    state.write(PRE_SCORE, new Preferences(pod.tolerations().forEffect(NodeTaint.PREFER_NO_SCHEDULE)));
    return Status.SUCCESS;
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    TolerationSet tolerations = state.read(PRE_SCORE).tolerations();
    List<NodeTaint> taints = node.taints();
    long intolerable = 0;
    for (int i = 0; i < taints.size(); i++) {
      NodeTaint taint = taints.get(i);
      if (taint.discouragesScheduling() && !tolerations.tolerates(taint, comparisonOperators)) {
        intolerable++;
      }
    }
    return intolerable;
  }

  @Override
  public ScoreExtensions scoreExtensions() {
    return this;
  }

  @Override
  public Status normalizeScore(CycleState state, PodInfo pod, NodeScoreList scores) {
    ScoreExtensions.defaultNormalizeScore(MAX_NODE_SCORE, true, scores);
    return Status.SUCCESS;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.NODE, ActionType.ADD.or(ActionType.UPDATE_NODE_TAINT), this::afterNodeChange),
        ClusterEventWithHint.of(
            EventResource.TARGET_POD,
            ActionType.UPDATE_POD_TOLERATION,
            (pod, before, after) -> QueueingHint.QUEUE));
  }

  private QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    boolean wasForbidden = before == null || isForbidden(pod, before);
    return wasForbidden && !isForbidden(pod, Objects.requireNonNull(after, "node"))
        ? QueueingHint.QUEUE
        : QueueingHint.QUEUE_SKIP;
  }
}
