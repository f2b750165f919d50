package io.berth.benchmarks.micro;

import io.berth.benchmarks.Workload;
import io.berth.framework.Profile;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;

/** A scheduler that does only what it is told, on the thread that tells it. Not thread-safe. */
final class StandingScheduler implements AutoCloseable {
  final VirtualTime time = VirtualTime.create();
  final InMemoryCluster cluster = InMemoryCluster.on(time);
  final Scheduler scheduler;

  /** A scheduler of one profile, which retries without backoff. */
  StandingScheduler(Profile profile) {
    scheduler =
        Scheduler.builder()
            .cluster(cluster)
            .profile(profile)
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .random(new SplittableRandom(1))
            .options(
                SchedulerOptions.builder()
                    .manualCycles(true)
                    .podInitialBackoff(Duration.ZERO)
                    .podMaxBackoff(Duration.ZERO)
                    .build())
            .build();
    scheduler.start();
    time.run();
  }

  /** Adds the workload's first nodes and pods and lets the scheduler hear of them. */
  void fill(Workload workload, int nodes, int pods) {
    for (int i = 0; i < nodes; i++) {
      cluster.create(workload.node(i));
    }
    for (int i = 0; i < pods; i++) {
      cluster.create(workload.pod(i));
    }
    settle();
  }

  /** Does everything that is due, and lets a moment pass. */
  void settle() {
    time.run();
    time.advance(Duration.ofMillis(1));
  }

  @Override
  public void close() {
    scheduler.close();
    time.run();
  }
}
