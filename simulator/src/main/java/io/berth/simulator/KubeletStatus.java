package io.berth.simulator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statuses that a kubelet writes. Pure. */
final class KubeletStatus {
  private KubeletStatus() {}

  static PodStatus running(Pod pod, Instant admitted, Instant now) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase("Running");
    status.setStartTime(text(admitted));
    List<PodCondition> conditions = status.getConditions();
    for (String type : List.of("Initialized", "ContainersReady", "Ready")) {
      conditions = PodRules.withCondition(conditions, condition(type, "True", null), text(now));
    }
    status.setConditions(List.copyOf(conditions));
    return status;
  }

  static PodStatus succeeded(Pod pod, Instant now) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase("Succeeded");
    List<PodCondition> conditions = status.getConditions();
    for (String type : List.of("ContainersReady", "Ready")) {
      conditions = PodRules.withCondition(conditions, condition(type, "False", "PodCompleted"), text(now));
    }
    status.setConditions(List.copyOf(conditions));
    return status;
  }

  static PodStatus rejected(Pod pod, NodeLedger.Rejection rejection) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase("Failed");
    status.setReason(rejection.reason());
    status.setMessage(rejection.message());
    return status;
  }

  /** Since when the pod is ready. */
  static Optional<Instant> readySince(Pod pod) {
    PodCondition ready = PodRules.condition(pod, "Ready");
    String since = ready == null ? null : ready.getLastTransitionTime();
    return since == null ? Optional.empty() : Optional.of(Instant.parse(since));
  }

  private static PodCondition condition(String type, String status, @Nullable String reason) {
    PodCondition condition = new PodCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setReason(reason);
    return condition;
  }

  private static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
