package io.berth.preemption;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** upstream: pkg/scheduler/framework/preemption/executor.go (prepareCandidateAsync, observeVictims), v1.37.2. */
class PreemptionMetricsTest {
  private static final PodFixture PREEMPTOR = pod("p").cpu("3").priority(10);

  private final Bench bench = new Bench().nodes(node("n1").cpu("3"));
  private final List<String> seen = new ArrayList<>();

  PreemptionMetricsTest() {
    bench.handle.metrics(
        new SchedulerMetrics() {
          @Override
          public void preemptionAttempt() {
            seen.add("attempt");
          }

          @Override
          public void preemptionVictims(int count) {
            seen.add("victims " + count);
          }

          @Override
          public void preemptionExecution(String result, long nanos) {
            seen.add(result + " " + Duration.ofNanos(nanos).toSeconds());
          }
        });
  }

  private static PodFixture victim(String name) {
    return pod(name).cpu("1").on("n1");
  }

  @Test
  void anAttemptAndItsVictimsCountAtOnceAndTheEvictionsWhenTheyAreOver() {
    bench.pods(victim("v1"), victim("v2"), victim("v3"));
    bench.cycle(PREEMPTOR);
    assertThat(seen).containsExactly("attempt", "victims 3");

    bench.handle.recordedWrites().hold();
    bench.handle.time().run();
    bench.handle.time().advance(Duration.ofSeconds(2));
    assertThat(seen).containsExactly("attempt", "victims 3");
    bench.handle.recordedWrites().releaseAll();
    bench.handle.time().run();
    assertThat(seen).containsExactly("attempt", "victims 3", "success 2");
  }

  @Test
  void evictionsOfWhichOneFailsAreAnError() {
    bench.pods(victim("v1"), victim("v2"), victim("v3"));
    bench.handle.recordedWrites().next(new WriteOutcome.Failed<Pod>("no", null));
    bench.cycle(PREEMPTOR);
    bench.handle.time().run();

    assertThat(seen).containsExactly("attempt", "victims 3", "error 0");
  }

  @Test
  void anAttemptWithoutCandidatesIsAnAttemptAllTheSame() {
    bench.pods(pod("v").cpu("3").priority(20).on("n1"));
    bench.cycle(PREEMPTOR);
    bench.handle.time().run();

    assertThat(seen).containsExactly("attempt");
  }

  @Test
  void victimsThatAreGoingAlreadyCountAndNeedNoEvictions() {
    bench.pods(pod("v").cpu("3").on("n1").terminating());
    bench.cycle(PREEMPTOR);
    bench.handle.time().run();

    assertThat(seen).containsExactly("attempt", "victims 1");
  }
}
