package io.berth.simulator;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.testkit.FakeTimers;
import io.berth.testkit.RecordingSink;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConcurrentClusterTest {
  private static final int WRITERS = 4;
  private static final int PODS = 200;

  /** The sink fails by itself when two calls come at once or out of order: it would see an update of what it was not told. */
  @Test
  void writersOnSeveralThreadsAndDeliveriesOnAPoolKeepEachWatchInOrder() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    ExecutorService deliveries =
        Executors.newFixedThreadPool(
            3,
            task -> {
              Thread thread = new Thread(task);
              thread.setUncaughtExceptionHandler((t, failure) -> thrown.add(failure));
              return thread;
            });
    InMemoryCluster cluster = InMemoryCluster.builder(new FakeTimers(), deliveries).build();
    RecordingSink<Pod> sink = new RecordingSink<>();
    cluster.watch(ResourceKind.PODS, sink);
    try {
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        String prefix = "w" + w + "-";
        writers.add(() -> write(cluster, prefix));
      }
      for (Future<Integer> done : pool.invokeAll(writers)) {
        assertThat(done.get()).isEqualTo(PODS);
      }
    } finally {
      pool.shutdown();
      deliveries.shutdown();
    }
    assertThat(deliveries.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(thrown).isEmpty();
    assertThat(sink.objects()).isEqualTo(cluster.list(ResourceKind.PODS));
    assertThat(sink.calls()).hasSize(1 + WRITERS * PODS * 2 + WRITERS * PODS / 2);
    assertThat(cluster.resourceVersion()).isEqualTo(WRITERS * PODS * 2 + WRITERS * PODS / 2);
  }

  private static int write(InMemoryCluster cluster, String prefix) throws ExecutionException, InterruptedException {
    int bound = 0;
    for (int i = 0; i < PODS; i++) {
      Pod pod = cluster.create(pod(prefix + i).obj());
      if (cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), "n").toCompletableFuture().get().isDone()) {
        bound++;
      }
      if (i % 2 == 0) {
        cluster.remove(pod);
      }
    }
    return bound;
  }
}
