package io.berth.plugins.nodeaffinity;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeScoreList;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.NodeSelectorMatcher;
import io.berth.framework.selector.PreferredNodeAffinity;
import io.berth.framework.selector.RequiredNodeAffinity;
import io.fabric8.kubernetes.api.model.Affinity;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Node selectors and node affinity: the pod's own, and those that the arguments add to every pod's.
 *
 * <p>Source: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, v1.37.2.
 */
public final class NodeAffinity
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, ScoreExtensions, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "NodeAffinity";

  private static final Status NO_MATCH =
      Status.unresolvable("node(s) didn't match Pod's node affinity/selector").withPlugin(NAME);
  private static final Status NOT_ENFORCED =
      Status.unresolvable("node(s) didn't match scheduler-enforced node affinity").withPlugin(NAME);
  private static final PreFilterDecision CONFLICT =
      PreFilterDecision.reject(Status.unresolvable("pod affinity terms conflict").withPlugin(NAME));

  private final @Nullable NodeSelectorMatcher addedRequired;
  private final PreferredNodeAffinity addedPreferred;

  /** Made by the profile's factory. */
  public NodeAffinity(NodeAffinityArgs args) {
    addedRequired = args.required();
    addedPreferred = args.preferred();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    RequiredNodeAffinity required = pod.requiredNodeAffinity();
    if (required.isAny() && addedRequired == null) {
      return PreFilterDecision.SKIP;
    }
    Set<String> names = required.nodeNames();
    if (names == null) {
      return PreFilterDecision.ALL_NODES;
    }
    return names.isEmpty() ? CONFLICT : PreFilterDecision.only(names);
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    if (addedRequired != null && !addedRequired.matches(node.name(), node.labels())) {
      return NOT_ENFORCED;
    }
    return matches(pod, node) ? Status.SUCCESS : NO_MATCH;
  }

  @Override
  public Object filterSignature(CycleState state, PodInfo pod) {
    return pod.requiredNodeAffinity();
  }

  private static boolean matches(PodInfo pod, NodeInfo node) {
    return pod.requiredNodeAffinity().matches(node.name(), node.labels());
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    String error = pod.preferredNodeAffinity().parseError();
    if (error != null) {
      return Status.error(error).withPlugin(NAME);
    }
    return addedPreferred.isEmpty() && !hasPreferences(pod) ? Status.SKIP : Status.SUCCESS;
  }

  /** Whether the pod has preferences, were it only such that count for nothing: upstream scores those, too. */
  private static boolean hasPreferences(PodInfo pod) {
    if (!pod.preferredNodeAffinity().isEmpty()) {
      return true;
    }
    Affinity affinity = pod.pod().getSpec().getAffinity();
    if (affinity == null || affinity.getNodeAffinity() == null) {
      return false;
    }
    List<?> preferred = affinity.getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution();
    return preferred != null && !preferred.isEmpty();
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return addedPreferred.score(node.name(), node.labels())
        + pod.preferredNodeAffinity().score(node.name(), node.labels());
  }

  @Override
  public ScoreExtensions scoreExtensions() {
    return this;
  }

  @Override
  public Status normalizeScore(CycleState state, PodInfo pod, NodeScoreList scores) {
    ScoreExtensions.defaultNormalizeScore(MAX_NODE_SCORE, false, scores);
    return Status.SUCCESS;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of(
        ClusterEventWithHint.of(
            EventResource.NODE, ActionType.ADD.or(ActionType.UPDATE_NODE_LABEL), this::afterNodeChange));
  }

  private QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    NodeInfo node = Objects.requireNonNull(after, "node");
    if (addedRequired != null && !addedRequired.matches(node.name(), node.labels())) {
      return QueueingHint.QUEUE_SKIP;
    }
    if (!matchesOrFails(pod, node)) {
      return QueueingHint.QUEUE_SKIP;
    }
    return before == null || !matchesOrFails(pod, before) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }

  /** As {@link #matches}, but terms that cannot be read are an error when no other term matches. */
  private static boolean matchesOrFails(PodInfo pod, NodeInfo node) {
    RequiredNodeAffinity required = pod.requiredNodeAffinity();
    if (matches(pod, node)) {
      return true;
    }
    String error = required.parseError();
    if (error != null && required.labels().matches(node.labels())) {
      throw new IllegalArgumentException(error);
    }
    return false;
  }
}
