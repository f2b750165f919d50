package io.berth.plugins.interpodaffinity;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
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
import io.berth.framework.model.AffinityTerm;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.model.WeightedAffinityTerm;
import io.berth.plugins.internal.index.Clause;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns down nodes where required affinity or anti-affinity between pods would be violated, the incoming pod's or that of pods on
 * nodes, and ranks the others by preferred affinity in both directions.
 *
 * <p>Source: pkg/scheduler/framework/plugins/interpodaffinity, v1.37.2.
 */
public final class InterPodAffinity
    implements PreFilterPlugin,
        PreFilterExtensions,
        FilterPlugin,
        PreScorePlugin,
        ScorePlugin,
        ScoreExtensions,
        EnqueueExtensions,
        SnapshotListener {
  /** The plugin's name. */
  public static final String NAME = "InterPodAffinity";

  private static final Status AFFINITY =
      Status.unresolvable("node(s) didn't match pod affinity rules").withPlugin(NAME);
  private static final Status ANTI_AFFINITY =
      Status.unschedulable("node(s) didn't match pod anti-affinity rules").withPlugin(NAME);
  private static final Status EXISTING_ANTI_AFFINITY =
      Status.unschedulable("node(s) didn't satisfy existing pods anti-affinity rules").withPlugin(NAME);
  private static final StateKey<FilterState> PRE_FILTER = StateKey.of("PreFilter" + NAME);
  private static final StateKey<ScoreState> PRE_SCORE = StateKey.of("PreScore" + NAME);

  private static final int DOMAINS_KEPT = 2048;

  private final Handle handle;
  private final InterPodAffinityArgs args;
  private final Namespaces namespaces;
  private final AffinityIndex index;

  /** Made by the profile's factory. */
  public InterPodAffinity(Handle handle, InterPodAffinityArgs args) {
    this(handle, args, new AffinityIndex(args.hardPodAffinityWeight(), DOMAINS_KEPT));
  }

  InterPodAffinity(Handle handle, InterPodAffinityArgs args, AffinityIndex index) {
    this.handle = handle;
    this.args = args;
    namespaces = new Namespaces(handle);
    this.index = index;
  }

  /** Makes the plugin with these arguments. */
  public static PluginFactory factory(InterPodAffinityArgs args) {
    return handle -> new InterPodAffinity(handle, args);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return Set.of(ResourceKind.NAMESPACES);
  }

  @Override
  public void changed(SnapshotDelta delta) {
    index.changed(delta);
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    if (pod.parseError() != null) {
      return PreFilterDecision.reject(Status.unresolvable("parsing pod: " + pod.parseError()));
    }
    index.prepare(snapshot);
    Map<String, String> namespaceLabels = namespaces.labelsOf(pod.namespace());
    List<TermCounts> repellingTerms = index.repelling().matching(pod, namespaceLabels);
    List<AffinityTerm> required = pod.requiredAffinityTerms();
    List<AffinityTerm> forbidden = pod.requiredAntiAffinityTerms();
    if (repellingTerms.isEmpty() && required.isEmpty() && forbidden.isEmpty()) {
      return PreFilterDecision.SKIP;
    }
    PairCounts repelling = PairCounts.none();
    for (TermCounts term : repellingTerms) {
      repelling.include(term.key, term.sums);
    }
    List<Clause> together = namespaces.resolve(required);
    List<Clause> apart = namespaces.resolve(forbidden);
    List<String> apartKeys = forbidden.stream().map(AffinityTerm::topologyKey).toList();
    FilterState.IncomingTerms terms =
        new FilterState.IncomingTerms(
            together, apart, apartKeys, namespaceLabels, FilterState.meetsAll(together, pod));
    state.write(
        PRE_FILTER,
        new FilterState(
            index.version(), terms, together(required, together), apart(apart, apartKeys), repelling.compact()));
    return PreFilterDecision.ALL_NODES;
  }

  private PairCounts together(List<AffinityTerm> terms, List<Clause> clauses) {
    PairCounts counts = PairCounts.none();
    terms.stream()
        .map(AffinityTerm::topologyKey)
        .distinct()
        .forEach(
            key -> {
              DomainPods pods = index.domains(clauses, key);
              counts.include(pods.key, pods.counts);
            });
    return counts;
  }

  private PairCounts apart(List<Clause> clauses, List<String> keys) {
    PairCounts counts = PairCounts.none();
    for (int i = 0; i < clauses.size(); i++) {
      DomainPods pods = index.domains(List.of(clauses.get(i)), keys.get(i));
      counts.include(pods.key, pods.counts);
    }
    return counts.compact();
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
    if (node.hasNode()) {
      prepared.change(pod, changed, node, by);
    }
    return Status.SUCCESS;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    FilterState prepared = prepared(state);
    int id = index.nodes().find(node);
    if (!prepared.satisfiesAffinity(id, node)) {
      return AFFINITY;
    }
    if (!prepared.satisfiesAntiAffinity(id, node)) {
      return ANTI_AFFINITY;
    }
    return prepared.satisfiesExistingAntiAffinity(id, node) ? Status.SUCCESS : EXISTING_ANTI_AFFINITY;
  }

  private FilterState prepared(CycleState state) {
    FilterState prepared = state.read(PRE_FILTER);
    index.requireVersion(prepared.version);
    return prepared;
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    boolean hasPreferences = !pod.preferredAffinityTerms().isEmpty() || !pod.preferredAntiAffinityTerms().isEmpty();
    if (args.ignorePreferredTermsOfExistingPods() && !hasPreferences) {
      return Status.SKIP;
    }
    if (pod.parseError() != null) {
      return Status.error("failed to parse pod: " + pod.parseError());
    }
    index.prepare(handle.snapshot());
    ScoreState prepared = new ScoreState(index.version());
    include(prepared, pod.preferredAffinityTerms(), 1);
    include(prepared, pod.preferredAntiAffinityTerms(), -1);
    for (TermCounts term : index.scoring().matching(pod, namespaces.labelsOf(pod.namespace()))) {
      prepared.include(term.key, term.sums, 1);
    }
    if (prepared.isEmpty()) {
      return Status.SKIP;
    }
    prepared.compact();
    state.write(PRE_SCORE, prepared);
    return Status.SUCCESS;
  }

  private void include(ScoreState prepared, List<WeightedAffinityTerm> terms, int sign) {
    for (WeightedAffinityTerm preferred : terms) {
      DomainPods pods =
          index.domains(List.of(namespaces.resolve(preferred.term())), preferred.term().topologyKey());
      if (pods.counts.nonZero() > 0) {
        prepared.include(pods.key, pods.counts, (long) sign * preferred.weight());
      }
    }
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    ScoreState prepared = state.read(PRE_SCORE);
    index.requireVersion(prepared.version);
    return prepared.score(index.nodes(), node);
  }

  @Override
  public ScoreExtensions scoreExtensions() {
    return this;
  }

  @Override
  public Status normalizeScore(CycleState state, PodInfo pod, NodeScoreList scores) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < scores.size(); i++) {
      least = Math.min(least, scores.get(i));
      most = Math.max(most, scores.get(i));
    }
    long range = most - least;
    for (int i = 0; i < scores.size(); i++) {
      double share = range > 0 ? (double) (scores.get(i) - least) / range : 0;
      scores.set(i, (long) (MAX_NODE_SCORE * share));
    }
    return Status.SUCCESS;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.ASSIGNED_POD,
            ActionType.ADD.or(ActionType.UPDATE_POD_LABEL).or(ActionType.DELETE),
            AffinityHints::afterAssignedPodChange),
        ClusterEventWithHint.of(
            EventResource.TARGET_POD, ActionType.UPDATE_POD_LABEL, AffinityHints::afterTargetPodChange),
        ClusterEventWithHint.of(
            EventResource.NODE, ActionType.ADD.or(ActionType.UPDATE_NODE_LABEL), AffinityHints::afterNodeChange));
  }
}
