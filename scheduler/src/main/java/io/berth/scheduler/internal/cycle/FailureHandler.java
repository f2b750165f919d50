package io.berth.scheduler.internal.cycle;

import io.berth.framework.NominatingInfo;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.queue.Nominator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends an attempt that failed: the pod goes back to the queue, its nomination is noted, and an event and a condition tell why.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (handleSchedulingFailure), v1.37.2.
 */
final class FailureHandler {
  private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);
  private static final String UNSCHEDULABLE = "Unschedulable";
  private static final String SCHEDULER_ERROR = "SchedulerError";

  private final CycleContext context;
  private final PodStatusWriter statuses;
  private boolean closed;

  FailureHandler(CycleContext context, PodStatusWriter statuses) {
    this.context = context;
    this.statuses = statuses;
  }

  /** From now on attempts that end late are no longer told to anybody. */
  void close() {
    closed = true;
  }

  void failed(Attempt attempt, CycleFailure failure, NominatingInfo nominating) {
    if (closed) {
      context.queue().done(attempt.uid());
      return;
    }
    PodInfo pod = attempt.pod();
    context
        .metrics()
        .schedulingAttempt(
            failure.unschedulable() ? "unschedulable" : "error",
            attempt.profile().name(),
            context.timers().nanoTime() - attempt.start());
    if (failure.unschedulable()) {
      LOG.debug("pod {} does not fit: {}", pod.key(), failure.message());
    } else {
      LOG.error("pod {} could not be scheduled and is retried: {}", pod.key(), failure.message(), failure.cause());
    }
    PodInfo latest = context.pods().get(pod.key());
    if (latest == null || !latest.nodeName().isEmpty() || !latest.uid().equals(attempt.uid())) {
      LOG.debug("pod {} is gone, has a node or is another one by now, and does not go back to the queue", pod.key());
      context.queue().done(attempt.uid());
      return;
    }
    context.queue().addUnschedulableIfNotPresent(attempt.queued(), latest, failure.rejection());
    nominate(attempt, latest, nominating);
    context.observer().attemptFailed(latest, failure.unschedulable(), failure.message());
    tell(attempt, latest, failure, nominating);
  }

  /** Without a word the nomination stays as it is here, which may be ahead of the pod's status; unless that has changed meanwhile. */
  private void nominate(Attempt attempt, PodInfo latest, NominatingInfo nominating) {
    Nominator nominator = context.queue().nominator();
    if (nominating.mode() == NominatingInfo.Mode.NOOP) {
      nominator.updateNominatedPod(attempt.pod(), latest);
    } else {
      nominator.addNominatedPod(latest, nominating);
    }
  }

  private void tell(Attempt attempt, PodInfo pod, CycleFailure failure, NominatingInfo nominating) {
    context
        .cluster()
        .event(pod, null, EventNote.warning("FailedScheduling", "Scheduling", failure.message(), attempt.profile().name()));
    String reason = failure.unschedulable() ? UNSCHEDULABLE : SCHEDULER_ERROR;
    statuses.notScheduled(pod, reason, failure.message(), nominating);
  }
}
