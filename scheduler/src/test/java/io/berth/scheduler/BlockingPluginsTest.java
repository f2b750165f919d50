package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import io.berth.scheduler.internal.runtime.CancellationSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BlockingPluginsTest {
  private final List<Runnable> work = new ArrayList<>();

  @Test
  void aBlockingCallRunsOnTheExecutorForWork() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("B", handle -> BlockingPlugins.preBind("B", work::add, (state, pod, node, cancellation) -> Status.SUCCESS))
                .build());
    harness.given(node("n1").obj(), pod("p").obj());
    assertThat(harness.cluster.bindings()).isEmpty();

    work.remove(0).run();
    harness.run();
    assertThat(harness.cluster.bindings()).containsExactly("p>n1");
  }

  @Test
  void whatABlockingCallThrowsIsAnErrorInThePluginsName() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .disable("Binder")
                .enable("B", handle -> BlockingPlugins.bind("B", Runnable::run, (state, pod, node) -> {
                  throw new IOException("disk full");
                }))
                .build());
    harness.given(node("n1").obj(), pod("p").obj());

    assertThat(harness.cluster.conditionMessage("p")).isEqualTo("running Bind plugin \"B\": disk full");
  }

  @Test
  void aPostFilterMayBlock() {
    SchedulerHarness harness =
        new SchedulerHarness(
            profile("default-scheduler")
                .enable("Cpu", handle -> cpuFilter("Cpu"))
                .enable("P", handle -> BlockingPlugins.postFilter("P", Runnable::run, (state, pod, statuses, cancellation) ->
                    PostFilterResult.unschedulable(statuses.get("n1").message() + " on n1")))
                .build());
    harness.given(node("n1").cpu("1").obj(), pod("p").cpu("2").obj());

    assertThat(harness.cluster.conditionMessage("p"))
        .isEqualTo("0/1 nodes are available: 1 Insufficient cpu. Insufficient cpu on n1");
  }

  @Test
  void aCallThatIsCancelledBeforeItBeganIsNotMade() {
    CancellationSource cancellation = new CancellationSource();
    CompletionStage<Status> stage = preBind(cancellation, work::add, new CountDownLatch(1));
    cancellation.cancel("not wanted");
    work.remove(0).run();

    assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aCallThatIsCancelledIsInterrupted() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    CancellationSource cancellation = new CancellationSource();
    CountDownLatch began = new CountDownLatch(1);
    CompletionStage<Status> stage = preBind(cancellation, executor, began);
    assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
    cancellation.cancel("not wanted");

    assertThat(stage.toCompletableFuture())
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(InterruptedException.class);
    assertThat(executor.submit(() -> Thread.currentThread().isInterrupted()).get(30, TimeUnit.SECONDS)).isFalse();
    executor.shutdown();
  }

  private static CompletionStage<Status> preBind(
      Cancellation cancellation, Executor executor, CountDownLatch began) {
    PodInfo pod = pod("p").info();
    return BlockingPlugins.preBind("B", executor, (state, p, node, cancelled) -> {
      began.countDown();
      new CountDownLatch(1).await();
      return Status.SUCCESS;
    }).preBind(new CycleState(), pod, "n1", cancellation);
  }
}
