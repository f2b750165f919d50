package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.FeatureGates;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BindingConditionsTest {
  private final PluginBench bench =
      new PluginBench(FeatureGates.defaults(), new DynamicResourcesArgs(null, Duration.ofSeconds(100)));
  private final PodInfo pod = pod("p", "c").info();

  private static ClaimFixture waiting(String name, String device) {
    return claim(name).on("n1", device).waitsFor("Ready", "Broken").reservedFor("uid-p");
  }

  private CompletableFuture<Status> preBind(PodInfo some, Cancellation cancellation) {
    assertThat(bench.reserve(some, "n1")).isSuccess();
    CompletableFuture<Status> result = bench.preBind(some, "n1", cancellation);
    bench.handle.time().run();
    return result;
  }

  private void told(ResourceClaim claim) {
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).update(claim);
    bench.handle.time().run();
  }

  @Test
  void thePodWaitsUntilAllConditionsAreTrueAndSaysSo() {
    bench.claims(waiting("c", "gpu-0").obj());
    var result = preBind(pod, Cancellation.NEVER);

    assertThat(result).isNotDone();
    assertThat(bench.handle.recordedEvents().events())
        .singleElement()
        .hasToString("default/p Normal BindingConditionsPending: waiting for binding conditions for device on node n1");

    told(waiting("c", "gpu-0").version(11).condition("n1", "gpu-0", "Ready", "False").obj());
    assertThat(result).isNotDone();
    told(waiting("c", "gpu-0").version(12).condition("n1", "gpu-0", "Ready", "True").obj());
    assertThat(result.join()).isSuccess();
    assertThat(bench.handle.time().waitingTimers()).isZero();
  }

  @Test
  void aDeviceThatIsReadyNeedsNoWaiting() {
    bench.claims(waiting("c", "gpu-0").condition("n1", "gpu-0", "Ready", "True").obj());

    assertThat(preBind(pod, Cancellation.NEVER).join()).isSuccess();
  }

  @Test
  void conditionsOfAnotherDeviceDoNotCount() {
    bench.claims(waiting("c", "gpu-0").condition("n1", "gpu-1", "Ready", "True").obj());

    assertThat(preBind(pod, Cancellation.NEVER)).isNotDone();
  }

  @Test
  void aFailureConditionEndsTheWait() {
    bench.claims(waiting("c", "gpu-0").obj());
    var result = preBind(pod, Cancellation.NEVER);
    told(waiting("c", "gpu-0").version(11).condition("n1", "gpu-0", "Broken", "True").obj());

    assertThat(result.join())
        .isError()
        .hasReasons("device binding failed: claim=c, reason=Because, message=\"of \"this\"\"");
  }

  @Test
  void timeEndsTheWait() {
    bench.claims(waiting("c", "gpu-0").obj());
    var result = preBind(pod, Cancellation.NEVER);

    bench.handle.time().advance(Duration.ofSeconds(99));
    assertThat(result).isNotDone();
    bench.handle.time().advance(Duration.ofSeconds(2));
    assertThat(result.join()).isError().hasReasons("device binding timeout: context deadline exceeded");
  }

  @Test
  void theTimeOfAClaimThatWasAllocatedEarlierEndsEarlier() {
    bench.claims(waiting("c", "gpu-0").allocatedAt("2025-12-31T23:59:00Z").obj());
    var result = preBind(pod, Cancellation.NEVER);

    bench.handle.time().advance(Duration.ofSeconds(40));
    assertThat(result).isNotDone();
    bench.handle.time().advance(Duration.ofSeconds(1));
    assertThat(result.join()).isError().hasReasons("device binding timeout: claim=c");
  }

  @Test
  void theClaimWhoseTimeIsUpFirstMayBeReadyWhileAnotherIsNot() {
    PodInfo two = pod("p", "c", "d").info();
    bench.claims(
        waiting("c", "gpu-0").allocatedAt("2025-12-31T23:59:00Z").condition("n1", "gpu-0", "Ready", "True").obj(),
        waiting("d", "gpu-1").obj());
    var result = preBind(two, Cancellation.NEVER);

    bench.handle.time().advance(Duration.ofSeconds(90));
    assertThat(result).isNotDone();
    bench.handle.time().advance(Duration.ofSeconds(11));
    assertThat(result.join()).isError().hasReasons("device binding timeout: context deadline exceeded");
  }

  @Test
  void aDeletedClaimEndsTheWait() {
    bench.claims(waiting("c", "gpu-0").obj());
    var result = preBind(pod, Cancellation.NEVER);
    bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).delete(waiting("c", "gpu-0").obj());

    assertThat(result.join()).isError().hasReasons("could not find ResourceClaim \"default/c\"");
  }

  @Test
  void aCancelledPodEndsItsWait() {
    bench.claims(waiting("c", "gpu-0").obj());
    var cancellation = new TestCancellation();
    var result = preBind(pod, cancellation);
    cancellation.cancel("preempted");
    bench.handle.time().run();

    assertThat(result.join()).isError().hasReasons("preempted");
    assertThat(bench.handle.time().waitingTimers()).isZero();
  }

  /** What is measured of one wait: a claim with a device that has conditions and one that has none, of another driver. */
  private List<String> measured(Consumer<CompletableFuture<Status>> whatHappens) {
    List<String> seen = new ArrayList<>();
    bench.handle.metrics(
        new SchedulerMetrics() {
          @Override
          public void bindingConditionsWait(String profile, String driver, String status, long nanos) {
            seen.add("wait " + profile + " " + driver + " " + status + " " + nanos / 1_000_000_000);
          }

          @Override
          public void bindingConditionsAllocation(String profile, String driver, String status) {
            seen.add("allocation " + profile + " " + driver + " " + status);
          }
        });
    bench.claims(
        waiting("c", "gpu-0").on("n1", "nic-0").device(device -> device.withDriver("nic.example.com")).obj());
    whatHappens.accept(preBind(pod, Cancellation.NEVER));
    return seen;
  }

  private static List<String> wait(String outcome, int seconds) {
    return List.of(
        "wait default-scheduler gpu.example.com " + outcome + " " + seconds,
        "allocation default-scheduler gpu.example.com " + outcome,
        "wait default-scheduler nic.example.com " + outcome + " " + seconds);
  }

  @Test
  void aWaitIsMeasuredByDriverAndOutcome() {
    List<String> seen =
        measured(
            result -> {
              bench.handle.time().advance(Duration.ofSeconds(7));
              told(waiting("c", "gpu-0").on("n1", "nic-0").device(device -> device.withDriver("nic.example.com"))
                  .version(11).condition("n1", "gpu-0", "Ready", "True").obj());
              assertThat(result.join()).isSuccess();
            });
    assertThat(seen).isEqualTo(wait("success", 7));
  }

  @Test
  void aFailedDeviceIsMeasuredAsSuch() {
    List<String> seen =
        measured(
            result ->
                told(waiting("c", "gpu-0").on("n1", "nic-0").device(device -> device.withDriver("nic.example.com"))
                    .version(11).condition("n1", "gpu-0", "Broken", "True").obj()));
    assertThat(seen).isEqualTo(wait("failure", 0));
  }

  @Test
  void aWaitThatTookTooLongIsMeasuredAsSuch() {
    assertThat(measured(result -> bench.handle.time().advance(Duration.ofSeconds(101)))).isEqualTo(wait("timeout", 100));
  }

  @Test
  void aWaitForAClaimThatIsGoneIsMeasuredAsAnError() {
    List<String> seen =
        measured(result -> bench.handle.objects(ResourceKind.RESOURCE_CLAIMS).delete(waiting("c", "gpu-0").obj()));
    assertThat(seen).isEqualTo(wait("error", 0));
  }

  @Test
  void readinessFollowsEachDevice() {
    var conditions = new BindingConditions(Duration.ofSeconds(10));
    var info = io.berth.dynamicresources.claims.ClaimInfo.of(claim("c").on("n1", "gpu-0").obj());

    assertThat(conditions.readiness(info)).isEqualTo(BindingConditions.Readiness.READY);
    assertThat(conditions.deadline(info)).isNull();
    var unallocated = io.berth.dynamicresources.claims.ClaimInfo.of(claim("c").obj());
    assertThat(conditions.readiness(unallocated)).isEqualTo(BindingConditions.Readiness.NOT_YET);
    var timed =
        io.berth.dynamicresources.claims.ClaimInfo.of(waiting("c", "gpu-0").allocatedAt("2026-01-01T00:00:00Z").obj());
    assertThat(Objects.requireNonNull(conditions.deadline(timed))).hasToString("2026-01-01T00:00:10Z");
  }
}
