package io.berth.preemption;

import io.berth.framework.Handle;
import io.berth.framework.PodInPreBind;
import io.berth.framework.WaitingPod;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Evicts one victim: takes it back where it is not bound yet, else says in its status why it goes, and then deletes it.
 *
 * <p>Source: pkg/scheduler/framework/preemption/executor.go (PreemptPod), v1.37.2.
 */
final class Evictor {
  static final String DISRUPTION_TARGET = "DisruptionTarget";
  static final String PREEMPTION_BY_SCHEDULER = "PreemptionByScheduler";

  private final Handle handle;
  private final String plugin;

  /** Evicts in the name of this plugin. */
  Evictor(Handle handle, String plugin) {
    this.handle = handle;
    this.plugin = plugin;
  }

  /** To be called on the scheduler's own thread; completes on any. */
  CompletionStage<Eviction> evict(PodInfo victim, PodInfo preemptor, String node) {
    PodInfo latest = handle.pod(victim.key());
    PodInfo known = latest != null && latest.uid().equals(victim.uid()) ? latest : victim;
    CompletionStage<Eviction> takenBack = latest == known && !known.nodeName().isEmpty() ? null : takeBack(victim);
    if (takenBack != null) {
      tell(victim, preemptor, node, " (in kube-scheduler memory).");
      return takenBack;
    }
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, victim.pod());
    return mark(ref, known, preemptor)
        .thenCompose(
            marked ->
                marked instanceof Eviction.Accepted
                    ? handle.writes().delete(ref).thenApply(Evictor::eviction)
                    : CompletableFuture.completedStage(marked))
        .thenApply(
            eviction -> {
              if (eviction instanceof Eviction.Accepted) {
                tell(victim, preemptor, node, "");
              }
              return eviction;
            });
  }

  /** {@code null} when the victim is about to be bound. A victim in PreBind is taken back when what it has under way is over. */
  private @Nullable CompletionStage<Eviction> takeBack(PodInfo victim) {
    WaitingPod waiting = handle.waitingPod(victim.uid());
    if (waiting != null) {
      return waiting.preempt(plugin, "preempted") ? CompletableFuture.completedStage(new Eviction.InMemory()) : null;
    }
    PodInPreBind preBinding = handle.podInPreBind(victim.uid());
    return preBinding != null && preBinding.cancelPod("preempted by " + plugin)
        ? preBinding.over().thenApply(over -> new Eviction.InMemory())
        : null;
  }

  private CompletionStage<Eviction> mark(ObjectRef<Pod> ref, PodInfo victim, PodInfo preemptor) {
    PodCondition old = condition(victim.pod());
    String message = preemptor.schedulerName() + ": preempting to accommodate a higher priority pod";
    boolean sameStatus = old != null && "True".equals(old.getStatus());
    if (sameStatus && PREEMPTION_BY_SCHEDULER.equals(old.getReason()) && message.equals(old.getMessage())) {
      return CompletableFuture.completedStage(new Eviction.Accepted());
    }
    PodCondition condition =
        new PodConditionBuilder()
            .withType(DISRUPTION_TARGET)
            .withStatus("True")
            .withReason(PREEMPTION_BY_SCHEDULER)
            .withMessage(message)
            .withObservedGeneration(victim.pod().getMetadata().getGeneration())
            .withLastTransitionTime(
                sameStatus ? old.getLastTransitionTime() : handle.timers().now().truncatedTo(ChronoUnit.SECONDS).toString())
            .build();
    return handle.writes().patchPodStatus(ref, new PodStatusPatch(List.of(condition), null)).thenApply(Evictor::marked);
  }

  private static @Nullable PodCondition condition(Pod pod) {
    if (pod.getStatus() == null || pod.getStatus().getConditions() == null) {
      return null;
    }
    return pod.getStatus().getConditions().stream()
        .filter(condition -> Objects.equals(condition.getType(), DISRUPTION_TARGET))
        .findFirst()
        .orElse(null);
  }

  /** A conflict may mean that another pod has the name by now, or that others keep writing: the pod may still be there. */
  private static Eviction marked(WriteOutcome<Pod> outcome) {
    return outcome instanceof WriteOutcome.Conflict ? new Eviction.Refused(outcome.describe(), Duration.ZERO) : eviction(outcome);
  }

  /** The reference has a UID, so that a conflict means that another pod has the name by now. */
  private static Eviction eviction(WriteOutcome<Pod> outcome) {
    if (outcome.isDone()) {
      return new Eviction.Accepted();
    }
    if (outcome instanceof WriteOutcome.NotFound || outcome instanceof WriteOutcome.Conflict) {
      return new Eviction.AlreadyGone();
    }
    Duration retryAfter = outcome instanceof WriteOutcome.Throttled<Pod> throttled ? throttled.retryAfter() : Duration.ZERO;
    return new Eviction.Refused(outcome.describe(), retryAfter);
  }

  private void tell(PodInfo victim, PodInfo preemptor, String node, String end) {
    String note = "Preempted by pod " + preemptor.uid() + " on node " + node + end;
    handle.eventRecorder().event(victim, preemptor, EventNote.normal("Preempted", "Preempting", note, handle.profileName()));
  }
}
