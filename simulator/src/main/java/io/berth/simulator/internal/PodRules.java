package io.berth.simulator.internal;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is special about pods. Pure; nothing here changes an object that others can see.
 *
 * <p>Source: pkg/registry/core/pod/strategy.go and pkg/api/v1/pod/util.go, v1.37.2.
 */
public final class PodRules {
  private PodRules() {}

  /** Completes a new pod, which is ours alone: a phase, and the condition that tells of scheduling gates. */
  public static void prepareForCreate(Pod pod, String now) {
    if (pod.getSpec() == null) {
      pod.setSpec(new PodSpec());
    }
    if (pod.getStatus() == null) {
      pod.setStatus(new PodStatus());
    }
    PodStatus status = pod.getStatus();
    if (status.getPhase() == null || status.getPhase().isEmpty()) {
      status.setPhase("Pending");
    }
    if (!pod.getSpec().getSchedulingGates().isEmpty() && condition(pod, "PodScheduled") == null) {
      PodCondition gated = new PodCondition();
      gated.setType("PodScheduled");
      gated.setStatus("False");
      gated.setReason("SchedulingGated");
      gated.setMessage("Scheduling is blocked due to non-empty scheduling gates");
      status.setConditions(withCondition(status.getConditions(), gated, now));
    }
  }

  /** How long the pod may take to end when it is deleted now. */
  public static long gracePeriod(Pod pod, @Nullable Long wanted) {
    if (nodeName(pod).isEmpty() || isFinished(pod)) {
      return 0;
    }
    if (wanted != null) {
      return wanted;
    }
    Long own = pod.getSpec().getTerminationGracePeriodSeconds();
    if (own == null) {
      return 0;
    }
    return own < 0 ? 1 : own;
  }

  public static String nodeName(Pod pod) {
    String name = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
    return name == null ? "" : name;
  }

  public static String phase(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return phase == null ? "" : phase;
  }

  public static boolean isFinished(Pod pod) {
    String phase = phase(pod);
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  public static boolean isTerminating(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  public static boolean isReady(Pod pod) {
    PodCondition ready = condition(pod, "Ready");
    return ready != null && "True".equals(ready.getStatus());
  }

  public static @Nullable PodCondition condition(Pod pod, String type) {
    if (pod.getStatus() == null) {
      return null;
    }
    for (PodCondition condition : pod.getStatus().getConditions()) {
      if (type.equals(condition.getType())) {
        return condition;
      }
    }
    return null;
  }

  /**
   * The conditions with one replaced or added, by its type. Unless it says so itself, it has changed now if its status differs from
   * the old one's, and when the old one did otherwise.
   */
  public static List<PodCondition> withCondition(List<PodCondition> conditions, PodCondition condition, String now) {
    List<PodCondition> result = new ArrayList<>(conditions);
    PodCondition next = Beans.shallow(condition);
    for (int i = 0; i < result.size(); i++) {
      PodCondition old = result.get(i);
      if (Objects.equals(old.getType(), next.getType())) {
        if (next.getLastTransitionTime() == null) {
          next.setLastTransitionTime(Objects.equals(old.getStatus(), next.getStatus()) ? old.getLastTransitionTime() : now);
        }
        if (next.getLastProbeTime() == null) {
          next.setLastProbeTime(old.getLastProbeTime());
        }
        result.set(i, next);
        return result;
      }
    }
    if (next.getLastTransitionTime() == null) {
      next.setLastTransitionTime(now);
    }
    result.add(next);
    return result;
  }
}
