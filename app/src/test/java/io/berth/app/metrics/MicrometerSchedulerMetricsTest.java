package io.berth.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MicrometerSchedulerMetricsTest {
  private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MicrometerSchedulerMetrics metrics = new MicrometerSchedulerMetrics(registry);

  @Test
  void attemptsHaveUpstreamsNamesLabelsAndBuckets() {
    metrics.schedulingAttempt("scheduled", "default-scheduler", TimeUnit.MILLISECONDS.toNanos(3));
    assertThat(registry.scrape())
        .contains("scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"scheduled\"} 1.0")
        .contains(
            "scheduler_scheduling_attempt_duration_seconds_bucket{profile=\"default-scheduler\",result=\"scheduled\",le=\"0.002\"} 0")
        .contains(
            "scheduler_scheduling_attempt_duration_seconds_bucket{profile=\"default-scheduler\",result=\"scheduled\",le=\"0.004\"} 1");
  }

  @Test
  void pendingPodsAreFourGauges() {
    metrics.pendingPods(1, 2, 3, 4);
    metrics.pendingPods(5, 2, 3, 4);
    assertThat(registry.scrape())
        .contains("scheduler_pending_pods{queue=\"active\"} 5.0")
        .contains("scheduler_pending_pods{queue=\"gated\"} 4.0");
  }

  @Test
  void manyAttemptsShareOneLabel() {
    metrics.podScheduled(20, 1);
    assertThat(registry.scrape())
        .contains("scheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"15+\"} 1")
        .contains("scheduler_pod_scheduling_attempts_count 1");
  }

  @Test
  void podsThatNoEventWokeHaveUpstreamsName() {
    metrics.podScheduledAfterFlush();
    assertThat(registry.scrape()).contains("scheduler_pod_scheduled_after_flush_total 1.0");
  }

  @Test
  void preemptionHasUpstreamsNames() {
    metrics.preemptionAttempt();
    metrics.preemptionVictims(3);
    assertThat(registry.scrape())
        .contains("scheduler_preemption_attempts_total 1.0")
        .contains("scheduler_preemption_victims_bucket{le=\"4.0\"} 1");
  }

  @Test
  void asynchronousPreemptionHasUpstreamsNames() {
    metrics.preemptionExecution("error", TimeUnit.MILLISECONDS.toNanos(15));
    assertThat(registry.scrape())
        .contains("scheduler_preemption_goroutines_execution_total{result=\"error\"} 1.0")
        .contains("scheduler_preemption_goroutines_duration_seconds_bucket{result=\"error\",le=\"0.02\"} 1");
  }

  @Test
  void preHintsHaveUpstreamsName() {
    metrics.preQueueingHint("DynamicResources", "narrowed");
    assertThat(registry.scrape())
        .contains("scheduler_pre_queueing_hint_evaluations_total{plugin=\"DynamicResources\",result=\"narrowed\"} 1.0");
  }

  @Test
  void devicesHaveUpstreamsNames() {
    metrics.bindingConditionsWait("default-scheduler", "gpu.example.com", "timeout", TimeUnit.SECONDS.toNanos(600));
    metrics.bindingConditionsAllocation("default-scheduler", "gpu.example.com", "timeout");
    metrics.resourceClaimCreation("success");
    String labels = "{driver=\"gpu.example.com\",profile=\"default-scheduler\",status=\"timeout\"";
    assertThat(registry.scrape())
        .contains("scheduler_dra_bindingconditions_wait_duration_seconds_bucket" + labels + ",le=\"409.6\"} 0")
        .contains("scheduler_dra_bindingconditions_wait_duration_seconds_bucket" + labels + ",le=\"819.2\"} 1")
        .contains("scheduler_dra_bindingconditions_allocations_total" + labels + "} 1.0")
        .contains(
            "dynamic_resource_allocation_resourceclaim_creates_total"
                + "{admin_access=\"false\",owner_api_group=\"\",owner_api_kind=\"Pod\",status=\"success\"} 1.0");
  }
}
