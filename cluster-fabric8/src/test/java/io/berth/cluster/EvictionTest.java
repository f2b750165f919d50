package io.berth.cluster;

import static io.berth.cluster.PlayedApiServer.status;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EvictionTest {
  private static final String EVICTION = "/api/v1/namespaces/default/pods/a/eviction";
  private static final ObjectRef<Pod> POD = ObjectRef.of(ResourceKind.PODS, pod("a").uid("u1").obj());

  private final PlayedApiServer server = new PlayedApiServer();
  private final Fabric8Cluster cluster = new Fabric8Cluster(server.client(), Clock.systemUTC(), Runnable::run, "test");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void evicted() throws InterruptedException {
    server.answerOnce("POST " + EVICTION, 201, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\",\"code\":201}");

    Answers.is(evict(30L), EvictionOutcome.Evicted.class);

    assertThat(server.nextRequest().getUtf8Body())
        .contains("\"kind\":\"Eviction\"", "\"apiVersion\":\"policy/v1\"", "\"uid\":\"u1\"", "\"gracePeriodSeconds\":30");
  }

  @Test
  void alreadyGone() {
    server.answerOnce("POST " + EVICTION, 404, status(404, "NotFound", "pods \\\"a\\\" not found", ""));

    Answers.is(evict(null), EvictionOutcome.AlreadyGone.class);
  }

  @Test
  void blockedByABudget() {
    server.answerOnce(
        "POST " + EVICTION,
        429,
        status(
            429,
            "TooManyRequests",
            "Cannot evict pod as it would violate the pod's disruption budget.",
            "\"causes\":[{\"reason\":\"DisruptionBudget\",\"message\":\"The disruption budget b needs 1 healthy pods and has 1 currently\"}]"));

    var outcome = Answers.is(evict(null), EvictionOutcome.BlockedByBudget.class);

    assertThat(outcome.message())
        .contains("would violate the pod's disruption budget", "The disruption budget b needs 1 healthy pods and has 1 currently");
  }

  @Test
  void throttled() {
    server.answerOnce(
        "POST " + EVICTION, 429, status(429, "TooManyRequests", "too many requests, please try again later", ""), "Retry-After", "3");

    var outcome = Answers.is(evict(null), EvictionOutcome.Throttled.class);

    assertThat(outcome.retryAfter()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void throttledBySomethingInBetweenThatSpeaksNoJson() {
    server.answerOnce("POST " + EVICTION, 429, "slow down");

    var outcome = Answers.is(evict(null), EvictionOutcome.Throttled.class);

    assertThat(outcome.retryAfter()).isZero();
  }

  @Test
  void failed() {
    server.answerOnce("POST " + EVICTION, 500, status(500, "InternalError", "etcd is away", ""));

    var outcome = Answers.is(evict(null), EvictionOutcome.Failed.class);

    assertThat(outcome.message()).isEqualTo("etcd is away");
  }

  @Test
  void anotherPodOfTheNameIsNoSuccess() {
    server.answerOnce("POST " + EVICTION, 409, status(409, "Conflict", "the UID in the precondition does not match", ""));

    var outcome = Answers.is(evict(null), EvictionOutcome.Failed.class);

    assertThat(outcome.message()).isEqualTo("the UID in the precondition does not match");
  }

  @Test
  void noAnswerIsAFailureWithItsCause() {
    server.client().close();

    var outcome = Answers.is(evict(null), EvictionOutcome.Failed.class);

    assertThat(outcome.message()).startsWith("POST " + EVICTION + ": no answer: ");
    assertThat(outcome.cause()).isInstanceOf(IOException.class).hasNoCause().hasMessage(outcome.message());
  }

  private CompletionStage<EvictionOutcome> evict(@Nullable Long gracePeriodSeconds) {
    return cluster.evict(POD, gracePeriodSeconds);
  }
}
