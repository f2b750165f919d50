package io.berth.simulator.controllers;

import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * In which order a ReplicaSet gives up its pods: those without a node first, then those that do not run, are not ready, are cheap to
 * delete, share their node with more of the same, have been ready for a shorter time, have restarted more often, are younger. Times are
 * compared by their orders of magnitude. Pure.
 *
 * <p>Source: pkg/controller/controller_utils.go (ActivePodsWithRanks), v1.37.2; pods of other ReplicaSets of the same Deployment are not
 * looked at.
 */
final class Victims {
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private Victims() {}

  static List<Pod> inOrder(List<Pod> active, Instant now) {
    Map<String, Integer> perNode = new HashMap<>();
    active.forEach(pod -> perNode.merge(PodRules.nodeName(pod), 1, Integer::sum));
    return active.stream()
        .sorted(
            Comparator.comparing((Pod pod) -> !PodRules.nodeName(pod).isEmpty())
                .thenComparing(Victims::phaseRank)
                .thenComparing(PodRules::isReady)
                .thenComparing(Victims::deletionCost)
                .thenComparing(pod -> -perNode.get(PodRules.nodeName(pod)))
                .thenComparing((one, other) -> byReadiness(one, other, now))
                .thenComparing(pod -> -restarts(pod))
                .thenComparing((one, other) -> byTime(created(one), created(other), now))
                .thenComparing(pod -> pod.getMetadata().getUid()))
        .toList();
  }

  private static int phaseRank(Pod pod) {
    return switch (PodRules.phase(pod)) {
      case "Running" -> 2;
      case "Unknown" -> 1;
      default -> 0;
    };
  }

  private static long deletionCost(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String cost = annotations == null ? null : annotations.get(DELETION_COST);
    if (cost == null || !cost.matches("0|-?[1-9][0-9]{0,9}")) {
      return 0;
    }
    long value = Long.parseLong(cost);
    return value == (int) value ? value : 0;
  }

  private static int byReadiness(Pod one, Pod other, Instant now) {
    return PodRules.isReady(one) && PodRules.isReady(other) ? byTime(readySince(one), readySince(other), now) : 0;
  }

  /** The later one first, if the two differ in the order of magnitude. */
  private static int byTime(@Nullable Instant one, @Nullable Instant other, Instant now) {
    if (one == null || other == null) {
      return Boolean.compare(one != null, other != null);
    }
    return Long.compare(magnitude(one, now), magnitude(other, now));
  }

  private static long magnitude(Instant then, Instant now) {
    long nanos = Duration.between(then, now).toNanos();
    return nanos <= 0 ? -1 : 63 - Long.numberOfLeadingZeros(nanos);
  }

  private static @Nullable Instant readySince(Pod pod) {
    PodCondition ready = PodRules.condition(pod, "Ready");
    String since = ready == null ? null : ready.getLastTransitionTime();
    return since == null ? null : Instant.parse(since);
  }

  private static @Nullable Instant created(Pod pod) {
    String created = pod.getMetadata().getCreationTimestamp();
    return created == null ? null : Instant.parse(created);
  }

  private static int restarts(Pod pod) {
    int most = 0;
    for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
      most = Math.max(most, status.getRestartCount() == null ? 0 : status.getRestartCount());
    }
    return most;
  }
}
