package io.berth.plugins.podtopologyspread;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PluginFactory;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotListener;
import io.berth.framework.StateKey;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.internal.index.NodeTable;
import io.berth.plugins.internal.index.TopologyKey;
import io.berth.plugins.internal.index.ValueChanges;
import java.util.List;
import java.util.Set;

/**
 * Turns down nodes that would make a pod's domains too uneven, and ranks nodes by how few pods of the kind their domains have.
 *
 * <p>Source: pkg/scheduler/framework/plugins/podtopologyspread, v1.37.2.
 */
public final class PodTopologySpread
    implements PreFilterPlugin,
        PreFilterExtensions,
        FilterPlugin,
        PreScorePlugin,
        ScorePlugin,
        ScoreExtensions,
        EnqueueExtensions,
        SnapshotListener {
  /** The plugin's name. */
  public static final String NAME = "PodTopologySpread";

  private static final String NO_MATCH = "node(s) didn't match pod topology spread constraints";
  private static final Status TOO_UNEVEN = Status.unschedulable(NO_MATCH).withPlugin(NAME);
  private static final Status MISSING_LABEL =
      Status.unresolvable(NO_MATCH + " (missing required label)").withPlugin(NAME);
  private static final StateKey<FilterState> PRE_FILTER = StateKey.of("PreFilter" + NAME);
  private static final StateKey<ScoreState> PRE_SCORE = StateKey.of("PreScore" + NAME);
  private static final long NOT_RANKED = -1;
  private static final int COUNTS_KEPT = 2048;
  private static final int INCLUSIONS_KEPT = 256;

  private final Handle handle;
  private final boolean systemDefaulted;
  private final boolean hasDefaults;
  private final boolean comparisonOperators;
  private final SpreadConstraints constraints;
  private final SpreadHints hints;
  private final SpreadIndex index;

  /** Made by the profile's factory. */
  public PodTopologySpread(Handle handle, PodTopologySpreadArgs args) {
    this(handle, args, new SpreadIndex(COUNTS_KEPT, INCLUSIONS_KEPT));
  }

  PodTopologySpread(Handle handle, PodTopologySpreadArgs args, SpreadIndex index) {
    this.handle = handle;
    this.index = index;
    systemDefaulted = args.isSystem();
    hasDefaults = !args.effectiveConstraints().isEmpty();
    comparisonOperators = handle.featureGates().enabled(FeatureGates.TAINT_TOLERATION_COMPARISON_OPERATORS);
    constraints =
        new SpreadConstraints(
            args.effectiveConstraints(), hasDefaults ? new DefaultSelector(handle) : null, handle.featureGates());
    hints = new SpreadHints(constraints);
  }

  /** Makes the plugin with these arguments. */
  public static PluginFactory factory(PodTopologySpreadArgs args) {
    return handle -> new PodTopologySpread(handle, args);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return hasDefaults ? DefaultSelector.READS : Set.of();
  }

  @Override
  public void changed(SnapshotDelta delta) {
    index.changed(delta);
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    List<Constraint> hard;
    try {
      hard = constraints.hard(pod);
    } catch (IllegalArgumentException e) {
      return PreFilterDecision.reject(Status.error("get constraints from pod: " + e.getMessage()));
    }
    if (hard.isEmpty()) {
      return PreFilterDecision.SKIP;
    }
    index.prepare(snapshot);
    List<String> keys = InclusionRule.keysOf(hard);
    HardConstraint[] counted = new HardConstraint[hard.size()];
    for (int i = 0; i < counted.length; i++) {
      counted[i] = HardConstraint.of(hard.get(i), counts(hard.get(i), pod, keys), pod);
    }
    state.write(PRE_FILTER, new FilterState(index.version(), counted));
    return PreFilterDecision.ALL_NODES;
  }

  private SpreadCounts counts(Constraint constraint, PodInfo pod, List<String> keys) {
    return index.counts(
        InclusionRule.of(constraint, pod, keys, comparisonOperators),
        constraint.topologyKey(),
        constraint.counted(pod.namespace()));
  }

  @Override
  public PreFilterExtensions preFilterExtensions() {
    return this;
  }

  @Override
  public Status addPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node) {
    return change(state, podToSchedule, added, node, 1);
  }

  @Override
  public Status removePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node) {
    return change(state, podToSchedule, removed, node, -1);
  }

  private Status change(CycleState state, PodInfo pod, PodInfo changed, NodeInfo node, long by) {
    FilterState prepared = prepared(state);
    if (!changed.namespace().equals(pod.namespace()) || !node.hasNode()) {
      return Status.SUCCESS;
    }
    int id = index.nodes().find(node);
    for (int i = 0; i < prepared.constraints.length; i++) {
      HardConstraint hard = prepared.constraints[i];
      if (hard.constraint().selector().matches(changed.labels()) && hard.appliesTo(id, node)) {
        String value = node.labels().get(hard.key().name());
        if (value != null) {
          prepared.change(i, value, by);
        }
      }
    }
    return Status.SUCCESS;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    FilterState prepared = prepared(state);
    NodeTable nodes = index.nodes();
    int id = nodes.find(node);
    for (int i = 0; i < prepared.constraints.length; i++) {
      HardConstraint hard = prepared.constraints[i];
      int value = hard.key().valueOf(id, node);
      if (value == TopologyKey.ABSENT) {
        return MISSING_LABEL;
      }
      long count = hard.counts().get(value);
      ValueChanges changes = prepared.changes(i);
      if (changes != null) {
        count += changes.get(node.labels().get(hard.key().name()));
      }
      if (count + hard.self() - prepared.least(i) > hard.constraint().maxSkew()) {
        return TOO_UNEVEN;
      }
    }
    return Status.SUCCESS;
  }

  private FilterState prepared(CycleState state) {
    FilterState prepared = state.read(PRE_FILTER);
    index.requireVersion(prepared.version);
    return prepared;
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    Snapshot snapshot = handle.snapshot();
    if (snapshot.nodes().isEmpty()) {
      return Status.SKIP;
    }
    List<Constraint> soft;
    try {
      soft = constraints.soft(pod);
    } catch (IllegalArgumentException e) {
      return Status.error("calculating preScoreState: " + e.getMessage());
    }
    if (soft.isEmpty()) {
      return Status.SKIP;
    }
    index.prepare(snapshot);
    // Nodes without a zone are to be ranked by host name all the same, as long as nobody asked for zones.
    boolean requireAllTopologies = !pod.topologySpreadConstraints().isEmpty() || !systemDefaulted;
    List<String> keys = requireAllTopologies ? InclusionRule.keysOf(soft) : List.of();
    SoftConstraint[] counted = new SoftConstraint[soft.size()];
    for (int i = 0; i < counted.length; i++) {
      counted[i] = soft(soft.get(i), pod, keys);
    }
    state.write(PRE_SCORE, ScoreState.of(index, nodes, counted, requireAllTopologies));
    return Status.SUCCESS;
  }

  private SoftConstraint soft(Constraint constraint, PodInfo pod, List<String> keys) {
    String namespace = pod.namespace();
    return SoftConstraint.isByNode(constraint)
        ? SoftConstraint.byNode(
            constraint, namespace, index.nodePods(constraint.topologyKey(), constraint.counted(namespace)))
        : SoftConstraint.byDomain(constraint, namespace, counts(constraint, pod, keys));
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    ScoreState prepared = state.read(PRE_SCORE);
    index.requireVersion(prepared.version);
    return prepared.score(node);
  }

  @Override
  public ScoreExtensions scoreExtensions() {
    return this;
  }

  @Override
  public Status normalizeScore(CycleState state, PodInfo pod, NodeScoreList scores) {
    ScoreState prepared = state.read(PRE_SCORE);
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < scores.size(); i++) {
      if (prepared.isIgnored(scores.node(i))) {
        scores.set(i, NOT_RANKED);
      } else {
        least = Math.min(least, scores.get(i));
        most = Math.max(most, scores.get(i));
      }
    }
    for (int i = 0; i < scores.size(); i++) {
      long score = scores.get(i);
      if (score == NOT_RANKED) {
        scores.set(i, 0);
      } else {
        scores.set(i, most == 0 ? MAX_NODE_SCORE : MAX_NODE_SCORE * (most + least - score) / most);
      }
    }
    return Status.SUCCESS;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.ASSIGNED_POD,
            ActionType.ADD.or(ActionType.UPDATE_POD_LABEL).or(ActionType.DELETE),
            hints::afterAssignedPodChange),
        ClusterEventWithHint.of(
            EventResource.TARGET_POD,
            ActionType.UPDATE_POD_TOLERATION.or(ActionType.UPDATE_POD_LABEL),
            hints::afterTargetPodChange),
        ClusterEventWithHint.of(
            EventResource.NODE,
            ActionType.ADD
                .or(ActionType.DELETE)
                .or(ActionType.UPDATE_NODE_LABEL)
                .or(ActionType.UPDATE_NODE_TAINT),
            hints::afterNodeChange));
  }
}
