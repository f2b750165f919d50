package io.berth.plugins.interpodaffinity;

import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.AffinityTerm;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which changes may help a pod that this plugin turned down. Terms are compared without knowledge of namespace labels. A pod whose
 * required terms are invalid lets them throw, which counts as help.
 *
 * <p>Source: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go (isSchedulableAfter…), v1.37.2.
 */
final class AffinityHints {
  private AffinityHints() {}

  static QueueingHint afterAssignedPodChange(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    if (after != null && !hasNode(after) || before != null && !hasNode(before)) {
      return QueueingHint.QUEUE_SKIP;
    }
    List<AffinityTerm> together = affinity(pod);
    List<AffinityTerm> apart = antiAffinity(pod);
    if (before != null && after != null) {
      return queueIf(
          !matchesAll(together, before) && matchesAll(together, after)
              || matchesAny(apart, before) && !matchesAny(apart, after));
    }
    if (after != null) {
      return queueIf(matchesAll(together, after));
    }
    PodInfo deleted = Objects.requireNonNull(before, "pod");
    return queueIf(matchesAny(apart, deleted) || matchesAny(antiAffinity(deleted), pod));
  }

  /** Others may have an anti-affinity to the old labels only. */
  static QueueingHint afterTargetPodChange(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    return QueueingHint.QUEUE;
  }

  static QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    Map<String, String> is = Objects.requireNonNull(after, "node").labels();
    for (AffinityTerm term : affinity(pod)) {
      String now = is.get(term.topologyKey());
      if (now != null && (before == null || !now.equals(before.labels().get(term.topologyKey())))) {
        return QueueingHint.QUEUE;
      }
    }
    for (AffinityTerm term : antiAffinity(pod)) {
      if (before == null) {
        return QueueingHint.QUEUE; // without the label it takes the pod in any case; with it, it may
      }
      String was = before.labels().get(term.topologyKey());
      if (was != null && !was.equals(is.get(term.topologyKey()))) {
        return QueueingHint.QUEUE;
      }
    }
    return QueueingHint.QUEUE_SKIP;
  }

  private static boolean hasNode(PodInfo pod) {
    return !pod.nodeName().isEmpty() || !pod.nominatedNodeName().isEmpty();
  }

  private static List<AffinityTerm> affinity(PodInfo pod) {
    List<AffinityTerm> terms = pod.requiredAffinityTerms();
    if (terms.isEmpty() && pod.parseError() != null) {
      PodAffinity given = pod.pod().getSpec().getAffinity().getPodAffinity();
      List<PodAffinityTerm> required =
          given == null ? null : given.getRequiredDuringSchedulingIgnoredDuringExecution();
      requireValid(required == null || required.isEmpty(), pod);
    }
    return terms;
  }

  private static List<AffinityTerm> antiAffinity(PodInfo pod) {
    List<AffinityTerm> terms = pod.requiredAntiAffinityTerms();
    requireValid(!terms.isEmpty() || !pod.hasRequiredAntiAffinity(), pod);
    return terms;
  }

  private static void requireValid(boolean valid, PodInfo pod) {
    if (!valid) {
      throw new IllegalArgumentException(pod.parseError());
    }
  }

  private static boolean matchesAll(List<AffinityTerm> terms, PodInfo pod) {
    return !terms.isEmpty() && terms.stream().allMatch(term -> term.matches(pod, Map.of()));
  }

  private static boolean matchesAny(List<AffinityTerm> terms, PodInfo pod) {
    return terms.stream().anyMatch(term -> term.matches(pod, Map.of()));
  }

  private static QueueingHint queueIf(boolean mayHelp) {
    return mayHelp ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }
}
