package io.berth.scheduler.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.FakeTimers;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source: pkg/scheduler/backend/queue/backoff_queue_test.go (TestBackoffQueue_calculateBackoffDuration), v1.37.2. */
final class BackoffParityTest {
  @ParameterizedTest
  @CsvSource({
    "3, 1000, 5, 48",
    "1, 32, 16, 32",
    "1, 2147483647, 32, 2147483647",
    "1, 9223372036854775807, 64, 9223372036854775807",
    "1, 9223372036854775807, 63, 4611686018427387904",
    "5, 5, 1, 5",
    "7, 5, 1, 5",
    "0, 5, 3, 0",
  })
  void theBackoffAfterSoManyFailuresIsUpstreams(long initial, long max, int failures, long expected) {
    FakeTimers time = new FakeTimers();
    QueueSettings.Limits limits = new QueueSettings.Limits(Duration.ofNanos(initial), Duration.ofNanos(max), Duration.ofMinutes(5));
    BackoffQueue backoff = new BackoffQueue(time, limits, false, (a, b) -> 0);
    QueuedPod pod = new QueuedPod(QueueHarness.pod("p"), time.now());
    assertThat(backoff.end(pod)).isNull();
    for (int i = 0; i < failures; i++) {
      pod.attemptFailed(pod.pod(), Rejection.by("Fit"), time.now());
    }

    assertThat(backoff.end(pod)).isEqualTo(time.now().plusNanos(expected).plusNanos(1));
  }
}
