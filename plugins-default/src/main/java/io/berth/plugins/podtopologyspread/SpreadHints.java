package io.berth.plugins.podtopologyspread;

import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which changes may help a pod that breaks its constraints. A pod whose constraints are invalid lets them throw, which counts as help.
 *
 * <p>Source: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go (isSchedulableAfter…), v1.37.2.
 */
final class SpreadHints {
  private final SpreadConstraints constraints;

  SpreadHints(SpreadConstraints constraints) {
    this.constraints = constraints;
  }

  QueueingHint afterAssignedPodChange(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    if (after != null && !isInvolved(after, pod) || before != null && !isInvolved(before, pod)) {
      return QueueingHint.QUEUE_SKIP;
    }
    List<Constraint> hard = constraints.hard(pod);
    if (before != null && after != null) {
      return afterLabelChange(before, after, hard);
    }
    PodInfo changed = after != null ? after : Objects.requireNonNull(before, "pod");
    return queueIf(hard.stream().anyMatch(constraint -> constraint.selector().matches(changed.labels())));
  }

  QueueingHint afterTargetPodChange(PodInfo pod, @Nullable PodInfo before, @Nullable PodInfo after) {
    PodInfo was = Objects.requireNonNull(before, "old pod");
    PodInfo is = Objects.requireNonNull(after, "new pod");
    List<Constraint> hard = constraints.hard(pod);
    if (!tolerations(is).equals(tolerations(was)) && hard.stream().anyMatch(Constraint::honorNodeTaints)) {
      return QueueingHint.QUEUE;
    }
    return afterLabelChange(was, is, hard);
  }

  QueueingHint afterNodeChange(PodInfo pod, @Nullable NodeInfo before, @Nullable NodeInfo after) {
    List<Constraint> hard = constraints.hard(pod);
    boolean matched = before != null && hasAllKeys(before, hard);
    boolean matches = after != null && hasAllKeys(after, hard);
    if (before == null || after == null) {
      return queueIf(matched || matches);
    }
    return queueIf(
        matched != matches
            || matches && (hasOtherDomain(before, after, hard) || !taints(before).equals(taints(after))));
  }

  private static QueueingHint afterLabelChange(PodInfo before, PodInfo after, List<Constraint> constraints) {
    if (before.labels().equals(after.labels())) {
      return QueueingHint.QUEUE_SKIP;
    }
    for (Constraint constraint : constraints) {
      if (constraint.selector().matches(before.labels()) != constraint.selector().matches(after.labels())) {
        return QueueingHint.QUEUE;
      }
    }
    return QueueingHint.QUEUE_SKIP;
  }

  /** Only a pod of the same namespace that has a node, or is nominated to one, can change the counts. */
  private static boolean isInvolved(PodInfo changed, PodInfo pod) {
    return !(changed.nodeName().isEmpty() && changed.nominatedNodeName().isEmpty())
        && changed.namespace().equals(pod.namespace());
  }

  private static boolean hasAllKeys(NodeInfo node, List<Constraint> constraints) {
    return constraints.stream().allMatch(constraint -> node.labels().containsKey(constraint.topologyKey()));
  }

  private static boolean hasOtherDomain(NodeInfo before, NodeInfo after, List<Constraint> constraints) {
    Map<String, String> was = before.labels();
    Map<String, String> is = after.labels();
    return constraints.stream()
        .anyMatch(constraint -> !Objects.equals(was.get(constraint.topologyKey()), is.get(constraint.topologyKey())));
  }

  /** As the object has them: a change of a time counts, too. */
  private static List<Toleration> tolerations(PodInfo pod) {
    PodSpec spec = pod.pod().getSpec();
    return spec == null || spec.getTolerations() == null ? List.of() : spec.getTolerations();
  }

  private static List<Taint> taints(NodeInfo node) {
    NodeSpec spec = node.node().getSpec();
    return spec == null || spec.getTaints() == null ? List.of() : spec.getTaints();
  }

  private static QueueingHint queueIf(boolean mayHelp) {
    return mayHelp ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP;
  }
}
