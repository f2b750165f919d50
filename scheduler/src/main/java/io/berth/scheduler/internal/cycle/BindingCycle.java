package io.berth.scheduler.internal.cycle;

import io.berth.framework.Cancellation;
import io.berth.framework.NominatingInfo;
import io.berth.framework.Status;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.queue.QueueEvents;
import io.berth.scheduler.internal.runtime.BindingCall;
import io.berth.scheduler.internal.runtime.PreBindOutcome;
import io.berth.scheduler.internal.runtime.PreBindPods;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds one pod that was assumed: waits for permission, prepares, binds. Every step runs on the scheduler's own thread; between steps
 * nothing is held but this object.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (bindingCycle, handleBindingCycleError), v1.37.2.
 */
final class BindingCycle {
  private static final Logger LOG = LoggerFactory.getLogger(BindingCycle.class);

  private final BindingCycles cycles;
  private final CycleContext context;
  private final Attempt attempt;
  private final PodInfo pod;
  private PreBindPods.@Nullable Entry preBinding;

  BindingCycle(BindingCycles cycles, Attempt attempt, PodInfo assumed) {
    this.cycles = cycles;
    this.context = cycles.context;
    this.attempt = attempt;
    this.pod = assumed;
  }

  String uid() {
    return pod.uid();
  }

  void begin(Map<String, Duration> waits) {
    PreBindOutcome preFlight = attempt.profile().runPreBindPreFlights(attempt.state(), pod, pod.nodeName());
    Status status = preFlight.status();
    if (!status.isSuccess() && !status.isSkip()) {
      fail(CycleFailure.error(status));
      return;
    }
    if (status.isSuccess() || !waits.isEmpty()) {
      // Whoever scales the cluster learns early where the pod will be, since binding may take long.
      cycles.statuses.nominated(pod, pod.nodeName());
    }
    if (waits.isEmpty()) {
      permitted(preFlight);
    } else {
      attempt.profile().waitOnPermit(pod, waits, decision -> decided(decision, preFlight));
    }
  }

  private void decided(Status decision, PreBindOutcome preFlight) {
    if (decision.isSuccess()) {
      permitted(preFlight);
    } else {
      fail(CycleFailure.onNode(decision));
    }
  }

  private void permitted(PreBindOutcome preFlight) {
    // From here on the pod cannot be unschedulable any more, so that no event of the meantime matters to it.
    context.queue().done(attempt.uid());
    if (!preFlight.status().isSuccess()) {
      bind();
      return;
    }
    PreBindPods.Entry entry = context.preBindPods().add(pod.uid());
    preBinding = entry;
    Cancellation cancellation = entry.cancellation();
    BindingCall call = new BindingCall(attempt.state(), pod, pod.nodeName(), cancellation);
    attempt.profile().runPreBindPlugins(call, preFlight, status -> preBound(status, entry));
  }

  private void preBound(Status status, PreBindPods.Entry entry) {
    if (!status.isSuccess()) {
      fail(CycleFailure.error(status));
    } else if (!entry.markPrebound()) {
      fail(CycleFailure.error(Status.error(String.valueOf(entry.cancellation().reason()))));
    } else {
      bind();
    }
  }

  /** A condition of an earlier attempt that is still on its way must not arrive after the binding, which sets it too. */
  private void bind() {
    cycles.statuses.whenWritten(pod, this::bindNow);
  }

  private void bindNow() {
    if (cycles.isClosed()) {
      return;
    }
    String problem = context.health().problem();
    if (problem != null) {
      fail(CycleFailure.error(Status.error("not bound, since the scheduler is not healthy: " + problem)));
      return;
    }
    attempt.profile().runBindPlugins(attempt.state(), pod, pod.nodeName(), this::bound);
  }

  private void bound(Status status) {
    if (!status.isSuccess()) {
      fail(CycleFailure.error(status.isSkip() ? Status.error("every Bind plugin skipped the pod") : status));
      return;
    }
    end();
    cycles.bound(pod.uid());
    cycles.statuses.forget(pod.uid());
    String profile = attempt.profile().name();
    String note = "Successfully assigned " + pod.key() + " to " + pod.nodeName();
    context.cluster().event(pod, null, EventNote.normal("Scheduled", "Binding", note, profile));
    LOG.debug("pod {} is bound to node {}", pod.key(), pod.nodeName());
    measure(profile);
    attempt.profile().runPostBindPlugins(attempt.state(), pod, pod.nodeName());
  }

  private void measure(String profile) {
    context.metrics().schedulingAttempt("scheduled", profile, context.timers().nanoTime() - attempt.start());
    Instant first = attempt.queued().initialAttemptTimestamp();
    long nanos = first == null ? 0 : Duration.between(first, context.timers().now()).toNanos();
    context.metrics().podScheduled(attempt.queued().attempts(), nanos);
    if (attempt.queued().wasFlushedFromUnschedulable()) {
      context.metrics().podScheduledAfterFlush();
    }
  }

  private void fail(CycleFailure failure) {
    end();
    if (cycles.isClosed()) {
      return; // what is reserved is left to the scheduler that comes next, which may be binding the pod by now
    }
    boolean forgotten = cycles.unreserveAndForget(attempt, pod);
    if (forgotten && !failure.unschedulable()) {
      // The pod itself is done with and goes to backoff whatever happens.
      context.queue().moveAllToActiveOrBackoffQueue(QueueEvents.ASSIGNED_POD_DELETE, pod, null, null);
    }
    cycles.failures.failed(attempt, failure, NominatingInfo.CLEAR);
    if (forgotten && failure.unschedulable()) {
      // Only now, so that the event does not count as one that the pod has missed.
      context.queue().moveAllToActiveOrBackoffQueue(
          QueueEvents.ASSIGNED_POD_DELETE, pod, null, other -> !other.uid().equals(pod.uid()));
    }
  }

  private void end() {
    if (preBinding != null) {
      context.preBindPods().remove(pod.uid());
      preBinding = null;
    }
    cycles.ended(this);
  }
}
