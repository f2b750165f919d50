package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.use;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a complete scheduler measures of its plugins, of preemptions and of devices. */
class MeasuredPluginsScenarioTest {
  private final VirtualTime time = VirtualTime.startingAt(Instant.parse("2026-05-01T00:00:00Z"));
  private final InMemoryCluster cluster = InMemoryCluster.on(time);
  private final List<String> executions = new ArrayList<>();
  private final List<String> others = new ArrayList<>();

  private void run(HasMetadata... objects) {
    for (HasMetadata object : objects) {
      cluster.create(object);
    }
    try (Scheduler scheduler =
        Scheduler.builder()
            .cluster(cluster)
            .profile(DefaultProfile.profile())
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .random(new Random(1))
            .metrics(new Measured())
            .build()) {
      scheduler.start();
      time.run();
    }
  }

  @Test
  void theCallsOfAPluginAreMeasuredAtEachOfItsPoints() {
    run(
        node("n1").cpu("4").obj(),
        node("n2").cpu("4").obj(),
        deviceClass("gpu"),
        slice("n1", "d1"),
        slice("n2", "d1"),
        claim("c", "gpu", 1),
        pod("p").cpu("1").podResourceClaims(use("c")).obj());

    assertThat(executions)
        .filteredOn(call -> call.startsWith("DynamicResources "))
        .containsExactly(
            "DynamicResources PreEnqueue Success",
            "DynamicResources PreFilter Success",
            "DynamicResources Filter Success",
            "DynamicResources Filter Success",
            "DynamicResources PreScore Skip",
            "DynamicResources Reserve Success",
            "DynamicResources PreBindPreFlight Success",
            "DynamicResources PreBind Success");
    assertThat(executions)
        .contains(
            "NodeResourcesFit Score Success",
            "TaintToleration ScoreExtensionNormalize Success",
            "DefaultBinder Bind Success");
  }

  @Test
  void aPreemptionIsMeasuredAsACallAsAnAttemptAndByItsVictims() {
    run(
        node("n1").cpu("2").obj(),
        pod("low1").cpu("1").on("n1").obj(),
        pod("low2").cpu("1").on("n1").obj(),
        pod("p").cpu("2").priority(10).obj());

    assertThat(executions)
        .filteredOn(call -> call.contains(" PostFilter "))
        .containsExactly("DynamicResources PostFilter Unschedulable", "DefaultPreemption PostFilter Success");
    assertThat(others).containsExactly("preemption attempt", "preemption of 2", "evictions success");
  }

  @Test
  void aClaimThatIsMadeForAnExtendedResourceIsCounted() {
    run(
        node("n1").cpu("4").obj(),
        deviceClass("gpu", "example.com/gpu"),
        slice("n1", "d1"),
        pod("p").req("example.com/gpu", "1").obj());

    assertThat(others).containsExactly("claim success");
  }

  private final class Measured implements SchedulerMetrics {
    @Override
    public void pluginExecution(String plugin, String extensionPoint, String status, long nanos) {
      executions.add(plugin + " " + extensionPoint + " " + status);
    }

    @Override
    public void preemptionAttempt() {
      others.add("preemption attempt");
    }

    @Override
    public void preemptionVictims(int count) {
      others.add("preemption of " + count);
    }

    @Override
    public void preemptionExecution(String result, long nanos) {
      others.add("evictions " + result);
    }

    @Override
    public void resourceClaimCreation(String status) {
      others.add("claim " + status);
    }
  }
}
