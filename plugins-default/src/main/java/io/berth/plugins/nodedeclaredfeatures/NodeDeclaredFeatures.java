package io.berth.plugins.nodedeclaredfeatures;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns down nodes that do not declare a feature which the pod needs.
 *
 * <p>Source: pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go, v1.37.2.
 */
public final class NodeDeclaredFeatures implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "NodeDeclaredFeatures";

  private static final Status UNSATISFIED =
      Status.unresolvable("node(s) didn't match Pod's required features").withPlugin(NAME);
  private static final StateKey<Needed> PRE_FILTER = StateKey.of("PreFilter" + NAME);

  private record Needed(List<String> features) implements StateData<Needed> {
    @Override
    public Needed copy() {
      return this;
    }
  }

  private final boolean enabled;

  /** Made by the profile's factory. */
  public NodeDeclaredFeatures(Handle handle) {
    enabled = handle.featureGates().enabled(FeatureGates.NODE_DECLARED_FEATURES);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    List<String> needed = enabled ? PodFeatures.neededBy(pod.pod()) : List.of();
    if (needed.isEmpty()) {
      return PreFilterDecision.SKIP;
    }
    state.write(PRE_FILTER, new Needed(needed));
    return PreFilterDecision.ALL_NODES;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    List<String> needed = state.read(PRE_FILTER).features();
    Set<String> declared = node.declaredFeatures();
    for (int i = 0; i < needed.size(); i++) {
      if (!declared.contains(needed.get(i))) {
        return UNSATISFIED;
      }
    }
    return Status.SUCCESS;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return state.read(PRE_FILTER).features();
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    if (!enabled) {
      return List.of();
    }
    return List.of(
        ClusterEventWithHint.of(
            EventResource.NODE,
            ActionType.ADD.or(ActionType.UPDATE_NODE_DECLARED_FEATURE),
            NodeDeclaredFeatures::afterNodeChange),
        ClusterEventWithHint.of(
            EventResource.TARGET_POD, ActionType.UPDATE, NodeDeclaredFeatures::afterOwnUpdate));
  }

  private static QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    Set<String> declared = Objects.requireNonNull(after, "node").declaredFeatures();
    return before != null && before.declaredFeatures().equals(declared)
        ? QueueingHint.QUEUE_SKIP
        : QueueingHint.QUEUE;
  }

  private static QueueingHint afterOwnUpdate(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    List<String> needed = PodFeatures.neededBy(Objects.requireNonNull(after, "pod").pod());
    return needed.equals(PodFeatures.neededBy(Objects.requireNonNull(before, "pod").pod()))
        ? QueueingHint.QUEUE_SKIP
        : QueueingHint.QUEUE;
  }
}
