package io.berth.scheduler.internal.cycle;

import io.berth.framework.NominatingInfo;
import io.berth.framework.Timers;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a pod's condition and nomination, when they differ from what the pod has.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (updatePod) and pkg/api/v1/pod/util.go (UpdatePodCondition), v1.37.2.
 */
final class PodStatusWriter {
  private static final String POD_SCHEDULED = "PodScheduled";

  private final PodPatches patches;
  private final Timers timers;

  PodStatusWriter(PodPatches patches, Timers timers) {
    this.patches = patches;
    this.timers = timers;
  }

  /** The pod is not scheduled, and why. */
  void notScheduled(PodInfo pod, String reason, String message, NominatingInfo nominating) {
    PodCondition old = condition(pod.pod());
    boolean sameStatus = old != null && "False".equals(old.getStatus());
    boolean changed = !sameStatus || !reason.equals(old.getReason()) || !message.equals(old.getMessage());
    String nomination = nomination(pod, nominating);
    if (!changed && nomination == null) {
      return;
    }
    PodCondition condition =
        new PodConditionBuilder()
            .withType(POD_SCHEDULED)
            .withStatus("False")
            .withReason(reason)
            .withMessage(message)
            .withObservedGeneration(pod.pod().getMetadata().getGeneration())
            .withLastProbeTime(old == null ? null : old.getLastProbeTime())
            .withLastTransitionTime(
                sameStatus ? old.getLastTransitionTime() : timers.now().truncatedTo(ChronoUnit.SECONDS).toString())
            .build();
    patches.write(pod, new PodStatusPatch(changed ? List.of(condition) : List.of(), nomination));
  }

  /** The pod is about to be bound to the node; tells others, such as an autoscaler, early. */
  void nominated(PodInfo pod, String nodeName) {
    String nomination = nomination(pod, NominatingInfo.override(nodeName));
    if (nomination != null) {
      patches.write(pod, new PodStatusPatch(List.of(), nomination));
    }
  }

  /** Runs the task when all that was written of the pod has its outcome; at once if nothing is open. */
  void whenWritten(PodInfo pod, Runnable task) {
    patches.whenWritten(pod.uid(), task);
  }

  private @Nullable String nomination(PodInfo pod, NominatingInfo nominating) {
    boolean changes =
        nominating.mode() == NominatingInfo.Mode.OVERRIDE
            && !patches.nomination(pod).equals(nominating.nominatedNodeName());
    return changes ? nominating.nominatedNodeName() : null;
  }

  private static @Nullable PodCondition condition(Pod pod) {
    if (pod.getStatus() == null || pod.getStatus().getConditions() == null) {
      return null;
    }
    return pod.getStatus().getConditions().stream()
        .filter(condition -> Objects.equals(condition.getType(), POD_SCHEDULED))
        .findFirst()
        .orElse(null);
  }

  /** The pod is bound or gone. */
  void forget(String uid) {
    patches.forget(uid);
  }
}
