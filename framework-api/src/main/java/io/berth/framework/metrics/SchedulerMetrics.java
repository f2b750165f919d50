package io.berth.framework.metrics;

/**
 * What the scheduler measures. The default does nothing, so that an embedder pays nothing. Implementations are thread-safe and quick.
 *
 * <p>Each method's Javadoc names upstream's metric. Source: pkg/scheduler/metrics/metrics.go, v1.37.2.
 */
public interface SchedulerMetrics {
  /** Measures nothing. */
  SchedulerMetrics NONE = new SchedulerMetrics() {};

  /**
   * {@code scheduler_schedule_attempts_total} and {@code scheduler_scheduling_attempt_duration_seconds}.
   *
   * @param result {@code scheduled}, {@code unschedulable} or {@code error}
   */
  default void schedulingAttempt(String result, String profile, long nanos) {}

  /** {@code scheduler_scheduling_algorithm_duration_seconds}. */
  default void schedulingAlgorithm(long nanos) {}

  /**
   * {@code scheduler_pod_scheduling_sli_duration_seconds} and {@code scheduler_pod_scheduling_attempts}.
   *
   * @param nanos since the pod was first queued
   */
  default void podScheduled(int attempts, long nanos) {}

  /** {@code scheduler_pod_scheduled_after_flush_total}: one pod more that no event had woken; a sign that a plugin registers too few. */
  default void podScheduledAfterFlush() {}

  /** {@code scheduler_framework_extension_point_duration_seconds}. */
  default void extensionPoint(String extensionPoint, String status, String profile, long nanos) {}

  /** {@code scheduler_plugin_execution_duration_seconds}; for a share of cycles only. */
  default void pluginExecution(String plugin, String extensionPoint, String status, long nanos) {}

  /**
   * {@code scheduler_queue_incoming_pods_total}.
   *
   * @param queue {@code active}, {@code backoff}, {@code unschedulable} or {@code gated}
   * @param event the event's label
   */
  default void queueIncoming(String queue, String event) {}

  /** {@code scheduler_pending_pods}, all four at once. */
  default void pendingPods(int active, int backoff, int unschedulable, int gated) {}

  /** {@code scheduler_unschedulable_pods}: one pod more (+1) or less (-1) that this plugin keeps back. */
  default void unschedulablePods(String plugin, String profile, int difference) {}

  /** {@code scheduler_plugin_evaluation_total}: so many evaluations more; those of one cycle come together. */
  default void pluginEvaluations(String plugin, String extensionPoint, String profile, long count) {}

  /** {@code scheduler_permit_wait_duration_seconds}. */
  default void permitWait(String result, long nanos) {}

  /** {@code scheduler_cache_size}. */
  default void cacheSize(int nodes, int pods, int assumedPods) {}

  /** {@code scheduler_queueing_hint_execution_duration_seconds}. */
  default void queueingHint(String plugin, String event, String hint, long nanos) {}

  /** {@code scheduler_event_handling_duration_seconds}. */
  default void eventHandling(String event, long nanos) {}

  /** {@code scheduler_inflight_events}. */
  default void inFlightEvents(int count) {}

  /** {@code scheduler_preemption_attempts_total}. */
  default void preemptionAttempt() {}

  /** {@code scheduler_preemption_victims}. */
  default void preemptionVictims(int count) {}

  /**
   * {@code scheduler_preemption_goroutines_execution_total} and {@code scheduler_preemption_goroutines_duration_seconds}: all victims of
   * one preemption have been asked to go, or one could not be asked.
   *
   * @param result {@code success} or {@code error}
   */
  default void preemptionExecution(String result, long nanos) {}

  /**
   * {@code scheduler_pre_queueing_hint_evaluations_total}.
   *
   * @param result {@code all_pods} or {@code narrowed}
   */
  default void preQueueingHint(String plugin, String result) {}

  /**
   * {@code scheduler_dra_bindingconditions_wait_duration_seconds}, once for each device of the pod's claims.
   *
   * @param status {@code success}, {@code failure}, {@code timeout} or {@code error}
   */
  default void bindingConditionsWait(String profile, String driver, String status, long nanos) {}

  /** {@code scheduler_dra_bindingconditions_allocations_total}, once for each device that has binding conditions; as above. */
  default void bindingConditionsAllocation(String profile, String driver, String status) {}

  /**
   * {@code dynamic_resource_allocation_resourceclaim_creates_total}: a claim without admin access, owned by a pod.
   *
   * @param status {@code success} or {@code failure}
   */
  default void resourceClaimCreation(String status) {}

  /**
   * {@code scheduler_pods_ignored_total}, which upstream does not have: a pod of the cluster is left out of account.
   *
   * @param reason why
   */
  default void podIgnored(String reason) {}
}
