package io.berth.plugins.defaultbinder;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.testkit.FakeHandle;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DefaultBinderTest {
  private final FakeHandle handle = new FakeHandle();

  private CompletableFuture<Status> bind() {
    return new DefaultBinder(handle)
        .bind(new CycleState(), pod("p").uid("u1").info(), "n1")
        .toCompletableFuture();
  }

  private Status bindWith(WriteOutcome<Pod> result) {
    handle.recordedWrites().next(result);
    return bind().join();
  }

  @Test
  void bindsExactlyThisPodAndDoesNotWait() {
    handle.recordedWrites().hold();
    CompletableFuture<Status> status = bind();
    assertThat(handle.recordedWrites().requests()).containsExactly("bind default/p to n1");
    assertThat(handle.recordedWrites().targets()).extracting(ObjectRef::uid).containsExactly("u1");
    assertThat(status).isNotDone();
    handle.recordedWrites().release();
    assertThat(status).isCompletedWithValue(Status.SUCCESS);
  }

  @Test
  void aConflictIsAnErrorInTheClustersWords() {
    String words = "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node \"n0\"";
    Status status = bindWith(new WriteOutcome.Conflict<>(words));
    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.reasons()).containsExactly(words);
    assertThat(status.plugin()).isEqualTo("DefaultBinder");
  }

  @Test
  void soIsEveryOtherFailure() {
    assertThat(bindWith(new WriteOutcome.NotFound<>("pods \"p\" not found")).message())
        .isEqualTo("pods \"p\" not found");
  }

  @Test
  void beingThrottledIsAnError() {
    assertThat(bindWith(new WriteOutcome.Throttled<>(Duration.ofSeconds(1), "slow down")).code())
        .isEqualTo(Code.ERROR);
  }

  @Test
  void theClientsExceptionIsKept() {
    IOException cause = new IOException("connection reset");
    Status status = bindWith(new WriteOutcome.Failed<>("connection reset", cause));
    assertThat(status.code()).isEqualTo(Code.ERROR);
    assertThat(status.cause()).isSameAs(cause);
  }
}
