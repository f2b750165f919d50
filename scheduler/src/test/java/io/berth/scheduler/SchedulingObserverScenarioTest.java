package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SchedulingObserverScenarioTest {
  private final List<String> heard = new ArrayList<>();

  private final class Notes implements SchedulingObserver {
    @Override
    public void queued(PodInfo pod, PendingPod.Place place, String event) {
      heard.add(pod.name() + " " + place + " " + event);
    }

    @Override
    public void cycleBegins(PodInfo pod, int attempt) {
      heard.add(pod.name() + " cycle " + attempt);
    }

    @Override
    public void attemptFailed(PodInfo pod, boolean unschedulable, String message) {
      heard.add(pod.name() + " " + (unschedulable ? "does not fit: " : "failed: ") + message);
    }
  }

  @Test
  void anAttemptThatFailedCanBeExplainedAtOnce() {
    var scheduler = new AtomicReference<Scheduler>();
    var explained = new ArrayList<Explanation>();
    SchedulingObserver asking =
        new SchedulingObserver() {
          @Override
          public void cycleBegins(PodInfo pod, int attempt) {
            explained.add(scheduler.get().explain(pod.key()).orElseThrow());
          }

          @Override
          public void attemptFailed(PodInfo pod, boolean unschedulable, String message) {
            explained.add(scheduler.get().explain(pod.key()).orElseThrow());
          }
        };
    var harness =
        new SchedulerHarness(
            builder -> builder.observer(asking), profile("default-scheduler").enable("Cpu", handle -> cpuFilter("Cpu")).build());
    scheduler.set(harness.scheduler());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());

    assertThat(explained).hasSize(2);
    assertThat(explained.get(1).message()).isEqualTo(explained.get(0).message()).startsWith("0/1 nodes are available");
    assertThat(explained.get(1).nodes()).isEqualTo(explained.get(0).nodes());
    harness.given(node("n2").cpu("2").obj());
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.nodeOf("p")).as("nothing was changed by asking").isEqualTo("n2");
  }

  @Test
  void anObserverHearsAPodsStoryInItsOrder() {
    var harness =
        new SchedulerHarness(
            builder -> builder.observer(new Notes()), profile("default-scheduler").enable("Cpu", handle -> cpuFilter("Cpu")).build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());
    assertThat(heard).hasSize(4).startsWith("p ACTIVE UnscheduledPodAdd", "p cycle 1", "p UNSCHEDULABLE ScheduleAttemptFailure");
    assertThat(heard.get(3)).startsWith("p does not fit: 0/1 nodes are available");
    heard.clear();

    harness.given(node("n2").cpu("2").obj());
    harness.advance(Duration.ofSeconds(2));
    assertThat(heard).contains("p cycle 2").anyMatch(line -> line.endsWith(" NodeAdd"));
    assertThat(harness.nodeOf("p")).isEqualTo("n2");
  }
}
