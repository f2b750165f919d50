package io.berth.simulator.controllers;

import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The Job controller from one start to the next stop. Lives on its executor. */
final class JobSession {
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
  private static final Duration LAST_BACKOFF = Duration.ofMinutes(10);

  private final Session session;
  private final WorkQueue<ObjectKey> queue;
  private final Mirror<Job> jobs;
  private final OwnedPods pods;
  private final Map<String, JobTally> tallies = new HashMap<>();

  JobSession(Session session) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    this.jobs = session.mirror(ClusterKinds.JOBS, this::jobChanged);
    this.pods = new OwnedPods(session, ClusterKinds.JOBS, queue::add);
  }

  private void jobChanged(ObjectKey key, @Nullable Job before, @Nullable Job after) {
    if (before != null && (after == null || !before.getMetadata().getUid().equals(after.getMetadata().getUid()))) {
      tallies.remove(before.getMetadata().getUid());
      pods.forget(key);
    }
    queue.add(key);
  }

  private Next reconcile(ObjectKey key) {
    Job job = jobs.get(key);
    if (job == null || job.getSpec() == null || job.getMetadata().getDeletionTimestamp() != null || isFinished(job)) {
      return Next.DONE;
    }
    List<Pod> all = pods.of(job);
    List<Pod> active = OwnedPods.active(all);
    JobTally tally = tallies.computeIfAbsent(job.getMetadata().getUid(), uid -> new JobTally(job.getStatus()));
    tally.count(all, session.timers().now());

    List<CompletionStage<? extends WriteOutcome<?>>> writes = new ArrayList<>();
    boolean suspended = Boolean.TRUE.equals(job.getSpec().getSuspend());
    boolean failed = tally.failed() > orElse(job.getSpec().getBackoffLimit(), 6);
    int wanted = suspended || failed ? 0 : wanted(job, tally, active.size());
    Duration again = pods.uncertainFor(key);
    if (again == null && wanted > active.size()) {
      again = backoff(tally);
      if (again == null) {
        writes.add(pods.create(job, job.getSpec().getTemplate(), wanted - active.size()));
      }
    } else if (again == null && wanted < active.size()) {
      List<Pod> victims = Victims.inOrder(active, session.timers().now()).subList(0, active.size() - wanted);
      victims.forEach(tally::deletedByUs);
      writes.add(pods.delete(job, victims));
    }
    JobStatus status = status(job, tally, active, suspended);
    if (failed && active.isEmpty()) {
      finish(status, "FailureTarget", "Failed", "BackoffLimitExceeded", "Job has reached the specified backoff limit");
    } else if (!failed && active.isEmpty() && isComplete(job, tally)) {
      finish(status, "SuccessCriteriaMet", "Complete", "CompletionsReached", "Reached expected number of succeeded pods");
      status.setCompletionTime(now());
    }
    if (!status.equals(job.getStatus())) {
      Job next = Beans.shallow(job);
      next.setStatus(status);
      writes.add(session.cluster().updateStatus(ClusterKinds.JOBS, next));
    }
    if (!writes.isEmpty()) {
      return new Next.Answered(Writes.all(writes), again);
    }
    return again == null ? Next.DONE : new Next.After(again);
  }

  private static int wanted(Job job, JobTally tally, int active) {
    int parallelism = orElse(job.getSpec().getParallelism(), 1);
    Integer completions = job.getSpec().getCompletions();
    if (completions == null) {
      return tally.succeeded() > 0 ? Math.min(active, parallelism) : parallelism;
    }
    return Math.min(Math.max(0, completions - tally.succeeded()), parallelism);
  }

  private static boolean isComplete(Job job, JobTally tally) {
    Integer completions = job.getSpec().getCompletions();
    return completions == null ? tally.succeeded() > 0 : tally.succeeded() >= completions;
  }

  private @Nullable Duration backoff(JobTally tally) {
    Instant last = tally.lastFailure();
    if (last == null) {
      return null;
    }
    Duration wait = FIRST_BACKOFF.multipliedBy(1L << Math.min(20, Math.max(0, tally.failuresInARow() - 1)));
    Instant due = last.plus(wait.compareTo(LAST_BACKOFF) > 0 ? LAST_BACKOFF : wait);
    Duration left = Duration.between(session.timers().now(), due);
    return left.isNegative() || left.isZero() ? null : left;
  }

  private JobStatus status(Job job, JobTally tally, List<Pod> active, boolean suspended) {
    JobStatus status = job.getStatus() == null ? new JobStatus() : Beans.shallow(job.getStatus());
    if (status.getStartTime() == null && !suspended) {
      status.setStartTime(now());
    }
    status.setActive(active.isEmpty() ? null : Integer.valueOf(active.size()));
    long ready = active.stream().filter(PodRules::isReady).count();
    status.setReady((int) ready);
    status.setSucceeded(tally.succeeded() == 0 ? null : Integer.valueOf(tally.succeeded()));
    status.setFailed(tally.failed() == 0 ? null : Integer.valueOf(tally.failed()));
    return status;
  }

  /** An API server takes the end of a Job only together with the condition that says why it is to end. */
  private void finish(JobStatus status, String cause, String end, String reason, String message) {
    List<JobCondition> conditions = new ArrayList<>(status.getConditions());
    conditions.add(condition(cause, reason, message));
    conditions.add(condition(end, reason, message));
    status.setConditions(List.copyOf(conditions));
    status.setActive(null);
    status.setReady(0);
  }

  private JobCondition condition(String type, String reason, String message) {
    JobCondition condition = new JobCondition();
    condition.setType(type);
    condition.setStatus("True");
    condition.setReason(reason);
    condition.setMessage(message);
    condition.setLastProbeTime(now());
    condition.setLastTransitionTime(now());
    return condition;
  }

  private static boolean isFinished(Job job) {
    return job.getStatus() != null
        && job.getStatus().getConditions().stream()
            .anyMatch(c -> "True".equals(c.getStatus()) && ("Complete".equals(c.getType()) || "Failed".equals(c.getType())));
  }

  private String now() {
    return session.timers().now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static int orElse(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }
}
