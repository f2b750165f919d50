package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.permit;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.Status;
import io.berth.framework.WaitingPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitTest {
  private final RunnerFixture fixture = new RunnerFixture();
  private final List<Status> decided = new ArrayList<>();

  private static PermitPlugin waiting(String name, Duration timeout) {
    return permit(name, pod -> new PermitDecision.WaitAtMost(timeout));
  }

  private WaitingPod wait(PermitPlugin... plugins) {
    ProfileRunner runner = fixture.runner(plugins);
    PermitOutcome outcome = runner.runPermitPlugins(fixture.state, fixture.pod, "n1");
    assertThat(outcome.status().isWait()).isTrue();
    runner.waitOnPermit(fixture.pod, outcome.waits(), decided::add);
    return fixture.waitingPods.get(fixture.pod.uid());
  }

  @Test
  void aWaitIsCappedAtFifteenMinutes() {
    PermitOutcome outcome =
        fixture.runner(waiting("A", Duration.ofHours(2)), waiting("B", Duration.ofSeconds(1)))
            .runPermitPlugins(fixture.state, fixture.pod, "n1");

    assertThat(outcome.waits())
        .containsEntry("A", Duration.ofMinutes(15))
        .containsEntry("B", Duration.ofSeconds(1));
  }

  @Test
  void aRejectionEndsItWithThePluginsName() {
    PermitOutcome outcome =
        fixture
            .runner(
                waiting("A", Duration.ofSeconds(1)),
                permit("B", pod -> new PermitDecision.Reject(Status.unschedulable("no"))))
            .runPermitPlugins(fixture.state, fixture.pod, "n1");

    assertThat(outcome.status()).isEqualTo(Status.unschedulable("no").withPlugin("B"));
    assertThat(outcome.waits()).isEmpty();
  }

  @Test
  void anErrorIsToldInThePluginsName() {
    PermitOutcome outcome =
        fixture
            .runner(permit("A", pod -> {
              throw new IllegalStateException("oops");
            }))
            .runPermitPlugins(fixture.state, fixture.pod, "n1");

    assertThat(outcome.status().message()).isEqualTo("running Permit plugin \"A\": oops");
    assertThat(outcome.status().plugin()).isEqualTo("A");
  }

  @Test
  void aRejectionThatDoesNotRejectIsAnError() {
    PermitOutcome outcome =
        fixture.runner(permit("A", pod -> new PermitDecision.Reject(Status.SUCCESS))).runPermitPlugins(fixture.state, fixture.pod, "n1");

    assertThat(outcome.status().message())
        .isEqualTo("running Permit plugin \"A\": a rejection needs a status that rejects, not " + Code.SUCCESS);
  }

  @Test
  void thePodGoesOnWhenAllPluginsAllowIt() {
    WaitingPod pod = wait(waiting("A", Duration.ofMinutes(1)), waiting("B", Duration.ofMinutes(1)));
    assertThat(pod.pendingPlugins()).containsExactly("A", "B");

    pod.allow("B");
    fixture.time.run();
    assertThat(decided).isEmpty();
    pod.allow("A");
    assertThat(decided).as("not within the call").isEmpty();
    fixture.time.run();
    assertThat(decided).containsExactly(Status.SUCCESS);
    assertThat(fixture.waitingPods.list()).isEmpty();
    assertThat(fixture.time.waitingTimers()).isZero();
  }

  @Test
  void theShortestTimeoutRejectsIt() {
    wait(waiting("A", Duration.ofMinutes(10)), waiting("B", Duration.ofMillis(90_500)));
    fixture.time.advance(Duration.ofMinutes(2));

    assertThat(decided)
        .containsExactly(
            Status.unschedulable("rejected due to timeout after waiting 1m30.5s at plugin B").withPlugin("B"));
    assertThat(fixture.time.waitingTimers()).isZero();
  }

  @Test
  void onlyTheFirstDecisionCounts() {
    WaitingPod pod = wait(waiting("A", Duration.ofMinutes(1)));

    assertThat(pod.reject("A", "no")).isTrue();
    assertThat(pod.reject("A", "no again")).isFalse();
    assertThat(pod.preempt("A", "too late")).isFalse();
    pod.allow("A");
    fixture.time.run();
    assertThat(decided).containsExactly(Status.unschedulable("no").withPlugin("A"));
  }

  @Test
  void aPreemptedPodFailsWithAnError() {
    wait(waiting("A", Duration.ofMinutes(1))).preempt("P", "make room");
    fixture.time.run();

    assertThat(decided).singleElement().satisfies(status -> {
      assertThat(status.code()).isEqualTo(Code.ERROR);
      assertThat(status.message()).isEqualTo("waiting on permit for pod: make room");
      assertThat(status.plugin()).isEqualTo("P");
    });
  }
}
