package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.filter;
import static io.berth.scheduler.fake.Plugins.now;
import static io.berth.scheduler.fake.Plugins.permit;
import static io.berth.scheduler.fake.Plugins.preBind;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.scheduler.fake.Plugins.reserve;
import static io.berth.scheduler.fake.Plugins.score;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.PermitDecision;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.scheduler.fake.SchedulerHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MetricsScenarioTest {
  private final Map<String, Long> counts = new TreeMap<>();

  private void count(String what, long by) {
    counts.merge(what, by, Long::sum);
  }

  private SchedulerHarness harness() {
    return new SchedulerHarness(
        builder -> builder.metrics(new Counting()),
        profile("default-scheduler")
            .enable("Cpu", handle -> cpuFilter("Cpu"))
            .enable("Score", handle -> score("Score", info -> 1))
            .build());
  }

  @Test
  void attemptsAreCountedByTheirResult() {
    harness().given(node("n1").cpu("1").obj(), pod("fits").cpu("1").obj(), pod("fitsNot").cpu("2").obj());

    assertThat(counts).containsEntry("attempt scheduled", 1L).containsEntry("attempt unschedulable", 1L);
    assertThat(counts).containsEntry("scheduled after 1", 1L);
  }

  @Test
  void evaluationsAreCountedForEachPlugin() {
    harness().given(node("n1").cpu("1").obj(), node("n2").cpu("4").obj(), node("n3").cpu("4").obj(), pod("p").cpu("2").obj());

    assertThat(counts).containsEntry("evaluation Cpu Filter", 3L).containsEntry("evaluation Score Score", 2L);
  }

  @Test
  void extensionPointsAreMeasuredInEachCycle() {
    harness().given(node("n1").cpu("9").obj(), node("n2").cpu("9").obj(), pod("p").cpu("1").obj(), pod("q").cpu("1").obj());

    for (String point : new String[] {"PreFilter", "Filter", "PreScore", "Score", "Reserve", "Permit", "Bind", "PostBind"}) {
      assertThat(counts).containsEntry("point " + point + " Success", 2L);
    }
  }

  @Test
  void singleCallsAreMeasuredInEachTenthCycleAndOnSomeNodesOnly() {
    SchedulerHarness harness = harness();
    for (int i = 0; i < 40; i++) {
      harness.given(node("n" + i).cpu("9").obj());
    }
    for (int i = 0; i < 11; i++) {
      harness.given(pod("p" + i).cpu("1").obj());
    }

    assertThat(counts)
        .containsEntry("execution Cpu Filter", 32L)
        .containsEntry("execution Score Score", 32L)
        .containsEntry("execution Binder Bind", 2L);
  }

  @Test
  void aPodThatNoEventWokeIsCountedWhenItIsScheduled() {
    AtomicBoolean open = new AtomicBoolean();
    SchedulerHarness harness =
        new SchedulerHarness(
            builder -> builder.metrics(new Counting()),
            profile("default-scheduler")
                .enable("Lock", handle -> filter("Lock", (pod, node) -> open.get() ? Status.SUCCESS : Status.unschedulable("locked")))
                .build());
    harness.given(node("n1").obj(), pod("p").obj());
    open.set(true);
    harness.advance(Duration.ofMinutes(6));
    harness.given(pod("q").obj());

    assertThat(counts).containsEntry("scheduled after 2", 1L).containsEntry("scheduled after 1", 1L);
    assertThat(counts).containsEntry("scheduled after flush", 1L);
  }

  @Test
  void callsAreMeasuredAtEachPointUpToTheEndOfABindingThatFails() {
    List<String> calls = new ArrayList<>();
    new SchedulerHarness(
            builder -> builder.metrics(new Counting()),
            profile("default-scheduler")
                .enable("P", handle -> permit("P", pod -> PermitDecision.ALLOW))
                .enable("R", handle -> reserve("R", calls, pod -> Status.SUCCESS))
                .enable("B", handle -> preBind("B", new PreFlightDecision.Run(true), (pod, cancellation) -> now(Status.error("no"))))
                .build())
        .given(node("n1").cpu("1").obj(), pod("p").cpu("1").obj());

    assertThat(counts)
        .containsEntry("execution R Reserve", 1L)
        .containsEntry("execution P Permit", 1L)
        .containsEntry("execution B PreBindPreFlight", 1L)
        .containsEntry("execution B PreBind", 1L)
        .containsEntry("execution R Unreserve", 1L)
        .doesNotContainKey("execution Binder Bind");
  }

  private final class Counting implements SchedulerMetrics {
    @Override
    public void schedulingAttempt(String result, String profile, long nanos) {
      count("attempt " + result, 1);
    }

    @Override
    public void podScheduled(int attempts, long nanos) {
      count("scheduled after " + attempts, 1);
    }

    @Override
    public void podScheduledAfterFlush() {
      count("scheduled after flush", 1);
    }

    @Override
    public void extensionPoint(String extensionPoint, String status, String profile, long nanos) {
      count("point " + extensionPoint + " " + status, 1);
    }

    @Override
    public void pluginExecution(String plugin, String extensionPoint, String status, long nanos) {
      count("execution " + plugin + " " + extensionPoint, 1);
    }

    @Override
    public void pluginEvaluations(String plugin, String extensionPoint, String profile, long count) {
      count("evaluation " + plugin + " " + extensionPoint, count);
    }
  }
}
