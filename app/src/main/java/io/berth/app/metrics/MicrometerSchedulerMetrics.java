package io.berth.app.metrics;

import io.berth.app.metrics.Histograms.Buckets;
import io.berth.framework.metrics.SchedulerMetrics;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Upstream's scheduler metrics in a Micrometer registry. A Prometheus registry shows them under upstream's names, labels and buckets
 * (pkg/scheduler/metrics/metrics.go, v1.37.2). Thread-safe.
 */
public final class MicrometerSchedulerMetrics implements SchedulerMetrics {
  private static final Buckets ATTEMPT = new Buckets(0.001, 2, 15);
  private static final Buckets EVENT = new Buckets(0.0001, 2, 12);
  private static final Buckets PLUGIN = new Buckets(0.00001, 1.5, 20);
  private static final Buckets SLI = new Buckets(0.01, 2, 20);
  private static final Buckets DEVICES = new Buckets(0.1, 2, 14);
  private static final int MOST_ATTEMPTS_LABELLED = 15;

  private final Histograms histograms;
  private final Counters counters;

  /** Registers each meter when it is first used. */
  public MicrometerSchedulerMetrics(MeterRegistry registry) {
    this.histograms = new Histograms(registry);
    this.counters = new Counters(registry);
  }

  @Override
  public void schedulingAttempt(String result, String profile, long nanos) {
    counters.increment("scheduler.schedule.attempts", "result", result, "profile", profile);
    histograms.time("scheduler.scheduling.attempt.duration", ATTEMPT, nanos, "result", result, "profile", profile);
  }

  @Override
  public void schedulingAlgorithm(long nanos) {
    histograms.time("scheduler.scheduling.algorithm.duration", ATTEMPT, nanos);
  }

  @Override
  public void podScheduled(int attempts, long nanos) {
    String label = attempts >= MOST_ATTEMPTS_LABELLED ? MOST_ATTEMPTS_LABELLED + "+" : Integer.toString(attempts);
    histograms.time("scheduler.pod.scheduling.sli.duration", SLI, nanos, "attempts", label);
    histograms.record("scheduler.pod.scheduling.attempts", new Buckets(1, 2, 5), attempts);
  }

  @Override
  public void podScheduledAfterFlush() {
    counters.increment("scheduler.pod.scheduled.after.flush");
  }

  @Override
  public void extensionPoint(String extensionPoint, String status, String profile, long nanos) {
    histograms.time(
        "scheduler.framework.extension.point.duration",
        EVENT,
        nanos,
        "extension_point",
        extensionPoint,
        "status",
        status,
        "profile",
        profile);
  }

  @Override
  public void pluginExecution(String plugin, String extensionPoint, String status, long nanos) {
    histograms.time(
        "scheduler.plugin.execution.duration",
        PLUGIN,
        nanos,
        "plugin",
        plugin,
        "extension_point",
        extensionPoint,
        "status",
        status);
  }

  @Override
  public void queueIncoming(String queue, String event) {
    counters.increment("scheduler.queue.incoming.pods", "queue", queue, "event", event);
  }

  @Override
  public void pendingPods(int active, int backoff, int unschedulable, int gated) {
    counters.set("scheduler.pending.pods", active, "queue", "active");
    counters.set("scheduler.pending.pods", backoff, "queue", "backoff");
    counters.set("scheduler.pending.pods", unschedulable, "queue", "unschedulable");
    counters.set("scheduler.pending.pods", gated, "queue", "gated");
  }

  @Override
  public void unschedulablePods(String plugin, String profile, int difference) {
    counters.add("scheduler.unschedulable.pods", difference, "plugin", plugin, "profile", profile);
  }

  @Override
  public void pluginEvaluations(String plugin, String extensionPoint, String profile, long count) {
    counters.increase(
        "scheduler.plugin.evaluation", count, "plugin", plugin, "extension_point", extensionPoint, "profile", profile);
  }

  @Override
  public void permitWait(String result, long nanos) {
    histograms.time("scheduler.permit.wait.duration", ATTEMPT, nanos, "result", result);
  }

  @Override
  public void cacheSize(int nodes, int pods, int assumedPods) {
    counters.set("scheduler.cache.size", nodes, "type", "nodes");
    counters.set("scheduler.cache.size", pods, "type", "pods");
    counters.set("scheduler.cache.size", assumedPods, "type", "assumed_pods");
  }

  @Override
  public void queueingHint(String plugin, String event, String hint, long nanos) {
    histograms.time(
        "scheduler.queueing.hint.execution.duration", PLUGIN, nanos, "plugin", plugin, "event", event, "hint", hint);
  }

  @Override
  public void eventHandling(String event, long nanos) {
    histograms.time("scheduler.event.handling.duration", EVENT, nanos, "event", event);
  }

  @Override
  public void inFlightEvents(int count) {
    counters.set("scheduler.inflight.events", count);
  }

  @Override
  public void preemptionAttempt() {
    counters.increment("scheduler.preemption.attempts");
  }

  @Override
  public void preemptionVictims(int count) {
    histograms.record("scheduler.preemption.victims", new Buckets(1, 2, 7), count);
  }

  @Override
  public void preemptionExecution(String result, long nanos) {
    counters.increment("scheduler.preemption.goroutines.execution", "result", result);
    histograms.time("scheduler.preemption.goroutines.duration", SLI, nanos, "result", result);
  }

  @Override
  public void preQueueingHint(String plugin, String result) {
    counters.increment("scheduler.pre.queueing.hint.evaluations", "plugin", plugin, "result", result);
  }

  @Override
  public void bindingConditionsWait(String profile, String driver, String status, long nanos) {
    histograms.time(
        "scheduler.dra.bindingconditions.wait.duration", DEVICES, nanos, "profile", profile, "driver", driver, "status", status);
  }

  @Override
  public void bindingConditionsAllocation(String profile, String driver, String status) {
    counters.increment("scheduler.dra.bindingconditions.allocations", "profile", profile, "driver", driver, "status", status);
  }

  @Override
  public void resourceClaimCreation(String status) {
    counters.increment(
        "dynamic.resource.allocation.resourceclaim.creates",
        "status",
        status,
        "admin_access",
        "false",
        "owner_api_kind",
        "Pod",
        "owner_api_group",
        "");
  }

  @Override
  public void podIgnored(String reason) {
    counters.increment("scheduler.pods.ignored", "reason", reason);
  }
}
