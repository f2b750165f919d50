package io.berth.conformance.opsche;

import io.berth.framework.Profile;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerInvariants;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.KubeletOptions;
import io.berth.simulator.RecordedEvent;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.controllers.ReplicaSetController;
import io.berth.simulator.trace.GeneratedTrace;
import io.berth.simulator.trace.TraceMonitor;
import io.berth.simulator.trace.TracePlayer;
import io.berth.simulator.trace.TracePlayer.Replicas;
import io.berth.simulator.trace.TraceStatistics;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Runs a generated trace on a scheduler in virtual time. The initial workloads have half a minute to find their places before the trace
 * starts. A pod runs 20 ms after it was bound, and is gone 30 ms after it was deleted; within 30 ms a controller gives a workload the pods
 * that it lacks. These are the times of a cluster of virtual nodes, as the paper's was; a scheduling cycle takes no time.
 */
public final class TraceExperiment {
  private static final Duration SETTLE = Duration.ofSeconds(30);
  private static final KubeletOptions KUBELET =
      KubeletOptions.defaults().withStartDelay(Duration.ofMillis(20)).withTerminationDelay(Duration.ofMillis(30));
  private static final Duration CONTROLLER_DELAY = Duration.ofMillis(30);

  private TraceExperiment() {}

  /**
   * Runs it to the end of the trace.
   *
   * @param profile serves {@code default-scheduler}
   * @param random for ties between nodes
   * @throws IllegalStateException when the scheduler breaks a rule of its own
   */
  public static TraceStatistics run(GeneratedTrace generated, Profile profile, RandomGenerator random) {
    return run(generated, profile, random, event -> {});
  }

  /** As above; the events for people are told to somebody. */
  static TraceStatistics run(
      GeneratedTrace generated, Profile profile, RandomGenerator random, Consumer<RecordedEvent> events) {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster =
        InMemoryCluster.builder(time, time.executor()).admission(true).eventListener(events).build();
    TracePlayer player = new TracePlayer(generated.trace(), cluster, Replicas.BY_CONTROLLER);
    player.prepare();
    TraceMonitor monitor =
        TraceMonitor.start(generated.trace(), cluster, time, time.executor(), SETTLE, generated.length());
    try (SimulatedKubelet kubelet = new SimulatedKubelet(cluster, time, time.executor(), KUBELET);
        ReplicaSetController replicas = new ReplicaSetController(cluster, time, time.executor(), CONTROLLER_DELAY);
        Scheduler scheduler = scheduler(cluster, time, profile, random)) {
      kubelet.start();
      replicas.start();
      scheduler.start();
      player.play(time, SETTLE, generated.length());
      time.advance(SETTLE.plus(generated.length()));
      SchedulerInvariants.check(scheduler);
    }
    return monitor.statistics();
  }

  private static Scheduler scheduler(InMemoryCluster cluster, VirtualTime time, Profile profile, RandomGenerator random) {
    return Scheduler.builder()
        .cluster(cluster)
        .profile(profile)
        .timers(time)
        .schedulingExecutor(time.executor())
        .workExecutor(time.executor())
        .random(random)
        .build();
  }
}
