package io.berth.simulator;

import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statuses that a kubelet writes. Pure. */
final class KubeletStatus {
  static final String RESIZE_PENDING = "PodResizePending";
  static final String RESIZE_IN_PROGRESS = "PodResizeInProgress";

  private KubeletStatus() {}

  /** It runs. */
  static PodStatus running(Pod pod, PodRun run, boolean ready, Instant now) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase("Running");
    status.setStartTime(text(run.admitted));
    List<PodCondition> conditions = status.getConditions();
    conditions = PodRules.withCondition(conditions, condition("Initialized", "True", null), text(now));
    status.setConditions(readiness(conditions, ready, now));
    status.setContainerStatuses(containers(pod, run, ready));
    return status;
  }

  /** It is ready, or not yet. */
  static PodStatus ready(Pod pod, Instant now) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setConditions(readiness(status.getConditions(), true, now));
    List<ContainerStatus> containers = new ArrayList<>();
    for (ContainerStatus container : status.getContainerStatuses()) {
      ContainerStatus next = Beans.shallow(container);
      next.setReady(true);
      containers.add(next);
    }
    status.setContainerStatuses(List.copyOf(containers));
    return status;
  }

  /** What it has been allocated, what it has, and what of its resize is still to come. */
  static PodStatus resized(Pod pod, PodRun run, @Nullable PodCondition pending, Instant now) {
    PodStatus status = Beans.shallow(pod.getStatus());
    List<PodCondition> conditions = status.getConditions();
    if (pending == null) {
      conditions = without(conditions, RESIZE_PENDING);
    } else {
      conditions = withResize(conditions, pending, now);
    }
    if (run.allocated.sameAs(run.actual)) {
      conditions = without(conditions, RESIZE_IN_PROGRESS);
    } else {
      PodCondition before = find(conditions, RESIZE_IN_PROGRESS);
      PodCondition progress = condition(RESIZE_IN_PROGRESS, "True", null);
      progress.setObservedGeneration(
          pending != null && before != null ? before.getObservedGeneration() : pod.getMetadata().getGeneration());
      conditions = withResize(conditions, progress, now);
    }
    status.setConditions(List.copyOf(conditions));
    status.setContainerStatuses(containers(pod, run, PodRules.isReady(pod)));
    return status;
  }

  /** A resize that cannot be granted: {@code Deferred} or {@code Infeasible}. */
  static PodCondition pendingResize(Pod pod, String reason, String message) {
    PodCondition condition = condition(RESIZE_PENDING, "True", reason);
    condition.setMessage(message);
    condition.setObservedGeneration(pod.getMetadata().getGeneration());
    return condition;
  }

  /** It has ended by itself. */
  static PodStatus ended(Pod pod, boolean failed, Instant now) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase(failed ? "Failed" : "Succeeded");
    List<PodCondition> conditions = without(without(status.getConditions(), RESIZE_PENDING), RESIZE_IN_PROGRESS);
    for (String type : List.of("ContainersReady", "Ready")) {
      conditions = PodRules.withCondition(conditions, condition(type, "False", failed ? "PodFailed" : "PodCompleted"), text(now));
    }
    status.setConditions(List.copyOf(conditions));
    List<ContainerStatus> containers = new ArrayList<>();
    for (ContainerStatus container : status.getContainerStatuses()) {
      ContainerStatus next = Beans.shallow(container);
      next.setReady(false);
      next.setStarted(false);
      containers.add(next);
    }
    status.setContainerStatuses(List.copyOf(containers));
    return status;
  }

  private static List<PodCondition> readiness(List<PodCondition> before, boolean ready, Instant now) {
    List<PodCondition> conditions = before;
    for (String type : List.of("ContainersReady", "Ready")) {
      PodCondition next = condition(type, ready ? "True" : "False", ready ? null : "ContainersNotReady");
      conditions = PodRules.withCondition(conditions, next, text(now));
    }
    return List.copyOf(conditions);
  }

  private static List<ContainerStatus> containers(Pod pod, PodRun run, boolean ready) {
    List<ContainerStatus> containers = new ArrayList<>();
    for (Container container : pod.getSpec().getContainers()) {
      ContainerStatus before = PodAllocation.status(pod, container.getName());
      ContainerStatus next = before == null ? new ContainerStatus() : Beans.shallow(before);
      next.setName(container.getName());
      next.setImage(container.getImage());
      next.setReady(ready);
      next.setStarted(true);
      next.setRestartCount(next.getRestartCount() == null ? 0 : next.getRestartCount());
      ResourceRequirements allocated = run.allocated.of(container.getName());
      if (allocated != null) {
        next.setAllocatedResources(allocated.getRequests());
      }
      next.setResources(run.actual.of(container.getName()));
      containers.add(next);
    }
    return List.copyOf(containers);
  }

  /** With a condition that has changed now if its reason has; the same list if nothing has. */
  private static List<PodCondition> withResize(List<PodCondition> conditions, PodCondition next, Instant now) {
    PodCondition before = find(conditions, next.getType());
    boolean same = before != null && Objects.equals(before.getReason(), next.getReason());
    next.setLastTransitionTime(same ? before.getLastTransitionTime() : text(now));
    boolean unchanged =
        same
            && Objects.equals(before.getMessage(), next.getMessage())
            && Objects.equals(before.getObservedGeneration(), next.getObservedGeneration());
    next.setLastProbeTime(unchanged ? before.getLastProbeTime() : text(now));
    return PodRules.withCondition(conditions, next, text(now));
  }

  private static List<PodCondition> without(List<PodCondition> conditions, String type) {
    return conditions.stream().filter(condition -> !type.equals(condition.getType())).toList();
  }

  private static @Nullable PodCondition find(List<PodCondition> conditions, String type) {
    return conditions.stream().filter(condition -> type.equals(condition.getType())).findFirst().orElse(null);
  }

  static PodStatus rejected(Pod pod, NodeLedger.Rejection rejection) {
    PodStatus status = Beans.shallow(pod.getStatus());
    status.setPhase("Failed");
    status.setReason(rejection.reason());
    status.setMessage("Pod was rejected: " + rejection.message());
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
