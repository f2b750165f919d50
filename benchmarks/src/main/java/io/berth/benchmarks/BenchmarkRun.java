package io.berth.benchmarks;

import io.berth.app.config.DefaultProfile;
import io.berth.app.metrics.MicrometerSchedulerMetrics;
import io.berth.framework.Profile;
import io.berth.framework.RealTime;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.controllers.ResourceClaimController;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * One cluster, from its first node to its last binding. Nodes and pods arrive by watch and all pods wait in the active queue before
 * the clock starts with the first cycle, as {@code conformance/upstream/cmd/perf} does it; events are recorded, metrics kept, and
 * pods bound by a plugin that only counts.
 */
final class BenchmarkRun {
  private static final int POLL_MILLIS = 5;

  private final Contender contender;
  private final Workload workload;
  private final int nodes;
  private final int pods;
  private final Duration patience;

  /**
   * Describes a run.
   *
   * @param patience after so long without a cycle the run ends
   */
  BenchmarkRun(Contender contender, int nodes, int pods, Duration patience) {
    this.contender = contender;
    this.workload = contender.workload();
    this.nodes = nodes;
    this.pods = pods;
    this.patience = patience;
  }

  RunResult run() throws InterruptedException {
    ExecutorService deliveries = DaemonThreads.single("deliveries");
    ScheduledExecutorService clock = DaemonThreads.timers();
    ExecutorService scheduling = DaemonThreads.single("scheduling");
    ExecutorService controllers = DaemonThreads.single("controllers");
    RealTime timers = new RealTime(clock);
    InMemoryCluster cluster = InMemoryCluster.builder(timers, deliveries).build();
    CountingBinder binder = new CountingBinder();
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (ResourceClaimController claims = new ResourceClaimController(cluster, timers, controllers, Duration.ZERO);
        Scheduler scheduler =
            Scheduler.builder()
                .cluster(cluster)
                .profile(profile(binder))
                .timers(timers)
                .schedulingExecutor(scheduling)
                .workExecutor(clock)
                .featureGates(contender.allGates())
                .metrics(new MicrometerSchedulerMetrics(registry))
                .options(SchedulerOptions.builder().manualCycles(true).build())
                .build()) {
      scheduler.start();
      await(() -> scheduler.isSynced(), scheduler);
      create(cluster, workload::node, nodes);
      workload.others(nodes, pods).forEach(cluster::create);
      if (workload.releasesClaims()) {
        claims.start();
      }
      create(cluster, workload::pod, pods);
      await(() -> scheduler.queue().count(PendingPod.Place.ACTIVE) >= pods, scheduler);
      return measure(scheduler, timers, binder);
    } finally {
      end(scheduling);
      end(controllers);
      end(deliveries);
      end(clock);
      registry.close();
    }
  }

  /** Lets the thread do what it has been told. */
  private void end(ExecutorService thread) throws InterruptedException {
    thread.shutdown();
    if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      thread.shutdownNow();
    }
  }

  private static Profile profile(CountingBinder binder) {
    return DefaultProfile.profile().toBuilder()
        .disable("DefaultBinder")
        .enable(CountingBinder.NAME, handle -> binder)
        .build();
  }

  private static void create(InMemoryCluster cluster, IntFunction<? extends HasMetadata> object, int count) {
    for (int i = 0; i < count; i++) {
      cluster.create(object.apply(i));
    }
  }

  /** Waits until the scheduler's own thread says yes. */
  private void await(Supplier<Boolean> condition, Scheduler scheduler) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    long deadline = System.nanoTime() + patience.toNanos();
    while (!ask(condition, scheduler.schedulingExecutor())) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("nodes and pods did not arrive within " + patience);
      }
      never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static <T> T ask(Supplier<T> question, Executor executor) {
    return CompletableFuture.supplyAsync(question, executor).join();
  }

  private RunResult measure(Scheduler scheduler, RealTime timers, CountingBinder binder) throws InterruptedException {
    System.gc();
    Executor thread = scheduler.schedulingExecutor();
    CyclePump pump = new CyclePump(thread, timers, scheduler::scheduleOne, binder::bound, pods);
    long start = System.nanoTime();
    thread.execute(pump);
    long last = start;
    int bound = 0;
    long active = start;
    int cycles = 0;
    while (!pump.done().await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      if (binder.bound() > bound) {
        bound = binder.bound();
        last = now;
      }
      if (pump.cycles() > cycles) {
        cycles = pump.cycles();
        active = now;
      } else if (now - active > patience.toNanos()) {
        pump.stop();
        pump.done().await();
      }
    }
    long end = binder.bound() >= pods ? pump.end() : last;
    long cpu = pump.cpu();
    Latencies latencies = pump.latencies();
    return new RunResult(
        binder.bound(),
        (end - start) / 1e9,
        (double) pump.cycles() / Math.max(1, binder.bound()),
        cpu / 1e3 / Math.max(1, binder.bound()),
        pump.bytes() / 1024.0 / Math.max(1, binder.bound()),
        latencies.percentile(50) / 1e3,
        latencies.percentile(99) / 1e3,
        alive());
  }

  private static long alive() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }
}
