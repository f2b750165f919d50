package io.berth.simulator;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.WriteInterceptor.WriteRequest;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WriteInterceptorTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = VirtualTime.create();
  private final List<WriteRequest> requests = new ArrayList<>();
  private WriteDecision decision = WriteDecision.PROCEED;
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .writeInterceptor(
              request -> {
                requests.add(request);
                return decision;
              })
          .build();
  private final Pod pod = cluster.create(pod("p").obj());

  private CompletableFuture<WriteOutcome<Pod>> bind() {
    return cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), "n1").toCompletableFuture();
  }

  private boolean isBound() {
    return cluster.pod("p").getSpec().getNodeName() != null;
  }

  @Test
  void isAskedOfRequestsOnly() {
    bind();
    cluster.create(ResourceKind.PODS, pod("x").generateName("q-").obj());
    assertThat(requests)
        .containsExactly(
            new WriteRequest(WriteInterceptor.Verb.BIND, ResourceKind.PODS, "default", "p"),
            new WriteRequest(WriteInterceptor.Verb.CREATE, ResourceKind.PODS, "default", ""));
  }

  @Test
  void failsConflictsAndThrottlesWithoutDoingIt() {
    decision = new WriteDecision.Fail("broken");
    assertThat(bind().join()).isEqualTo(new WriteOutcome.Failed<Pod>("broken", null));
    decision = new WriteDecision.Conflict("taken");
    assertThat(bind().join()).isEqualTo(new WriteOutcome.Conflict<Pod>("taken"));
    decision = new WriteDecision.Throttle(SECOND);
    assertThat(bind().join()).isInstanceOf(WriteOutcome.Throttled.class);
    assertThat(isBound()).isFalse();
  }

  @Test
  void isLateInDoingAndInAnswering() {
    decision = new WriteDecision.Late(SECOND, SECOND);
    CompletableFuture<WriteOutcome<Pod>> answer = bind();
    time.run();
    assertThat(isBound()).isFalse();
    time.advance(SECOND);
    assertThat(isBound()).isTrue();
    assertThat(answer).isNotDone();
    time.advance(SECOND);
    assertThat(answer.join().isDone()).isTrue();
  }

  @Test
  void losesTheAnswerOfWhatWasDone() {
    decision = new WriteDecision.LoseAnswer(SECOND);
    CompletableFuture<WriteOutcome<Pod>> answer = bind();
    assertThat(isBound()).isTrue();
    assertThat(answer).isNotDone();
    time.advance(SECOND);
    assertThat(answer.join()).isInstanceOf(WriteOutcome.Failed.class);
  }
}
