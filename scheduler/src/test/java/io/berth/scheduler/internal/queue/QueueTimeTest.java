package io.berth.scheduler.internal.queue;

import static io.berth.scheduler.internal.queue.QueueHarness.NODE_ADD;
import static io.berth.scheduler.internal.queue.QueueHarness.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.NodeChanges;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.testkit.FakeTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** When pods move without any event. */
final class QueueTimeTest {
  private final Listening fit = new Listening("Fit").to(NODE_ADD);

  @Test
  void theBackoffDoublesFromOneSecondToTen() {
    QueueHarness with = QueueHarness.with(QueueHarness.withoutEarlyPops(), fit);
    with.queue.add(pod("p"));
    List<Duration> backoffs = new ArrayList<>();
    for (int attempt = 0; attempt < 6; attempt++) {
      Instant failed = with.time.now();
      with.fail(with.pop("p"), "Fit");
      with.nodeAdded();
      Instant end = with.queue.view().find("p").retryAt();
      backoffs.add(Duration.between(failed, end).minusNanos(1));
      with.time.advance(Duration.between(failed, end));
      assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
    }

    assertThat(backoffs).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L, 10L, 10L);
  }

  @Test
  void manyFailuresDoNotOverflowTheBackoff() {
    QueueHarness with = QueueHarness.with(QueueHarness.withoutEarlyPops(), fit);
    with.queue.add(pod("p"));
    for (int attempt = 0; attempt < 100; attempt++) {
      with.fail(with.pop("p"), "Fit");
      with.queue.activate(List.of(pod("p")));
    }
    with.fail(with.pop("p"), "Fit");
    with.nodeAdded();

    assertThat(with.queue.view().find("p").retryAt()).isEqualTo(with.time.now().plusSeconds(10).plusNanos(1));
  }

  @Test
  void withEarlyPopsABackoffLastsUntilTheSecondAfterTheOneInWhichItExpires() {
    QueueHarness with = QueueHarness.with(fit);
    with.time.advance(Duration.ofMillis(250));
    with.queue.add(pod("p"));
    with.queue.addUnschedulableIfNotPresent(with.pop("p"), pod("p"), Rejection.NONE); // would end at 1.25 s

    with.time.advance(Duration.ofMillis(1749));
    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    with.time.advance(Duration.ofMillis(1));
    assertThat(with.time.now()).isEqualTo(FakeTimers.START.plusSeconds(2));
    assertThat(with.place("p")).isEqualTo(QueuePlace.ACTIVE);
  }

  @Test
  void withinASecondTheOrderOfTheActiveQueueDecidesWhoIsPoppedEarly() {
    QueueHarness with = QueueHarness.with(fit);
    with.time.advance(Duration.ofMillis(100));
    with.reject(pod("low", 1), "Fit");
    with.time.advance(Duration.ofMillis(500));
    with.reject(pod("high", 9), "Fit");
    with.time.advance(Duration.ofMillis(500));
    with.reject(pod("next", 99), "Fit"); // expires a second later than the other two
    with.nodeAdded();

    assertThat(with.popAll()).containsExactly("high", "low", "next");
  }

  @Test
  void aPodThatFailedWithAnErrorIsNotPoppedEarly() {
    QueueHarness with = QueueHarness.with(fit);
    with.queue.add(pod("error"));
    with.queue.addUnschedulableIfNotPresent(with.pop("error"), pod("error"), Rejection.NONE);
    assertThat(with.queue.hasReadyPod()).isFalse();
    with.reject(pod("rejected"), "Fit");
    with.nodeAdded();

    assertThat(with.queue.hasReadyPod()).isTrue();
    assertThat(with.popAll()).containsExactly("rejected");
    assertThat(with.place("error")).isEqualTo(QueuePlace.BACKOFF);
  }

  @Test
  void withoutEarlyPopsAPodInBackoffIsNotReady() {
    QueueHarness with = QueueHarness.with(QueueHarness.withoutEarlyPops(), fit);
    with.reject(pod("p"), "Fit");
    with.nodeAdded();

    assertThat(with.place("p")).isEqualTo(QueuePlace.BACKOFF);
    assertThat(with.queue.hasReadyPod()).isFalse();
    assertThat(with.queue.pop()).isNull();
  }

  @Test
  void aPodIsTriedAgainAfterFiveMinutesWithoutAnyEvent() {
    QueueHarness with = QueueHarness.with(fit);
    with.reject(pod("p"), "Nobody");

    with.time.advance(Duration.ofMinutes(5).minusNanos(1));
    assertThat(with.place("p")).isEqualTo(QueuePlace.UNSCHEDULABLE);
    with.time.advance(Duration.ofNanos(1));
    QueuedPod again = with.pop("p");

    assertThat(again.wasFlushedFromUnschedulable()).isTrue();
    with.fail(again, "Nobody");
    assertThat(again.wasFlushedFromUnschedulable()).isFalse();
  }

  @Test
  void aGatedPodIsAskedAboutEveryFiveMinutes() {
    Gate gate = new Gate("Gate", pod -> true);
    QueueHarness with = QueueHarness.with(gate);
    with.queue.add(pod("p"));
    assertThat(gate.asked).isOne();

    with.time.advance(Duration.ofMinutes(16));

    assertThat(gate.asked).isEqualTo(4);
    assertThat(with.place("p")).isEqualTo(QueuePlace.GATED);
    with.check();
  }

  @Test
  void idleTimeCostsNoEvents() {
    QueueHarness with = QueueHarness.with(fit);
    with.queue.add(pod("p"));
    with.time.advance(Duration.ofHours(5));
    assertThat(with.time.firedTimers()).isZero();

    with.fail(with.pop("p"), "Fit");
    assertThat(with.time.waitingTimers()).isOne();
    with.time.advance(Duration.ofMinutes(5));
    assertThat(with.time.firedTimers()).isOne();

    with.pop("p");
    with.queue.done("p");
    assertThat(with.time.waitingTimers()).isZero();
  }

  @Test
  void podsOfOneSecondAreReleasedByOneTimer() {
    QueueHarness with = QueueHarness.with(fit);
    for (int i = 0; i < 100; i++) {
      with.queue.add(pod("p" + i));
      with.queue.addUnschedulableIfNotPresent(with.pop("p" + i), pod("p" + i), Rejection.NONE);
      with.time.advance(Duration.ofMillis(1));
    }
    with.time.advance(Duration.ofSeconds(3));

    assertThat(with.names(QueuePlace.ACTIVE)).hasSize(100);
    assertThat(with.time.firedTimers()).isOne();
  }

  @Test
  void aMaximumOfZeroMeansNoBackoff() {
    FakeTimers time = new FakeTimers();
    SchedulingQueue queue =
        new SchedulingQueue(
            QueueSettings.builder()
                .order(new Sort())
                .timers(time)
                .executor(time)
                .nominator(new Nominator(pod -> true, new NodeChanges()))
                .limits(new QueueSettings.Limits(Duration.ofSeconds(1), Duration.ZERO, Duration.ofMinutes(5)))
                .build());
    queue.add(pod("p"));
    queue.addUnschedulableIfNotPresent(queue.pop(), pod("p"), Rejection.NONE);

    assertThat(queue.view().find("p").place()).isEqualTo(QueuePlace.ACTIVE);
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new QueueSettings.Limits(Duration.ofSeconds(-1), Duration.ZERO, Duration.ofMinutes(5)))
        .hasMessageContaining("negative");
    assertThatThrownBy(() -> new QueueSettings.Limits(Duration.ZERO, Duration.ZERO, Duration.ZERO))
        .hasMessageContaining("not above zero");
  }

  @Test
  void metricsTellWhoComesWhereAndWhoKeepsPodsBack() {
    List<String> told = new ArrayList<>();
    Map<String, Integer> blocked = new TreeMap<>();
    SchedulerMetrics metrics =
        new SchedulerMetrics() {
          @Override
          public void queueIncoming(String queue, String event) {
            told.add(queue + " " + event);
          }

          @Override
          public void unschedulablePods(String plugin, String profile, int difference) {
            blocked.merge(plugin, difference, Integer::sum);
          }
        };
    QueueHarness with = QueueHarness.with(metrics, fit, new Gate("Gate", pod -> pod.name().equals("gated")));
    with.queue.add(pod("gated"));
    with.reject(pod("p"), "Fit");
    assertThat(blocked).isEqualTo(Map.of("Fit", 1, "Gate", 1));
    with.nodeAdded();
    with.pop("p");

    assertThat(told)
        .containsExactly(
            "unschedulable UnscheduledPodAdd",
            "active UnscheduledPodAdd",
            "unschedulable ScheduleAttemptFailure",
            "backoff NodeAdd",
            "active PopFromBackoffQ");
    assertThat(blocked).isEqualTo(Map.of("Fit", 0, "Gate", 1));
  }
}
