package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.Profile;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerInvariants;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * The complete scheduler with the default profile on a cluster in memory. Time stands still unless it is told to go on, and no cycle
 * begins by itself.
 */
final class SteppedScheduler implements AutoCloseable {

  /** When the clock starts; as in the cases. */
  static final Instant EPOCH = Instant.parse("2026-05-01T00:00:00Z");

  private final VirtualTime time = VirtualTime.startingAt(EPOCH);
  private final InMemoryCluster cluster = InMemoryCluster.on(time);
  private final Scheduler scheduler;

  SteppedScheduler() {
    this(DefaultProfile.profile());
  }

  SteppedScheduler(Profile profile) {
    scheduler =
        Scheduler.builder()
            .cluster(cluster)
            .profile(profile)
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .random(new Random(1))
            .options(SchedulerOptions.builder().percentageOfNodesToScore(100).manualCycles(true).build())
            .build();
    scheduler.start();
    settle();
  }

  InMemoryCluster cluster() {
    return cluster;
  }

  /** Lets everything happen that is due now. */
  void settle() {
    time.run();
  }

  /** Lets time pass, and everything happen that is due by then. */
  void advance(Duration duration) {
    time.advance(duration);
  }

  /** Whether there is a pod to be scheduled. */
  boolean offers() {
    return scheduler.canScheduleOne();
  }

  /**
   * Runs one cycle. What it causes (a binding, a condition, their events) has not happened yet when this returns.
   *
   * @return the pod whose cycle it was
   */
  Cycle cycle() {
    var found = new ArrayList<Cycle>();
    time.executor().execute(() -> {
      Map<String, PendingPod> before = waiting();
      if (scheduler.scheduleOne()) {
        found.add(changed(before, waiting()));
      }
    });
    while (found.isEmpty()) {
      if (!time.step()) {
        throw new IllegalStateException("no pod was popped");
      }
    }
    return found.get(0);
  }

  /**
   * A cycle that has been run.
   *
   * @param pod {@code namespace/name}
   * @param rejectedBy the plugins that found the pod unschedulable; none when it found a node or failed otherwise
   */
  record Cycle(String pod, Set<String> rejectedBy) {}

  private static Cycle changed(Map<String, PendingPod> before, Map<String, PendingPod> after) {
    for (PendingPod was : before.values()) {
      PendingPod is = after.get(was.key());
      if (is == null || is.attempts() != was.attempts()) {
        return new Cycle(was.key(), is == null || is.place() == PendingPod.Place.IN_FLIGHT ? Set.of() : is.rejectedBy());
      }
    }
    throw new IllegalStateException("a pod was popped, and none had a cycle");
  }

  private Map<String, PendingPod> waiting() {
    var waiting = new LinkedHashMap<String, PendingPod>();
    scheduler.queue().pods().forEach(pod -> waiting.put(pod.key(), pod));
    return waiting;
  }

  /** How a pod fares that waits. */
  PendingPod waiting(String pod) {
    return scheduler.queue().pod(pod).orElseThrow(() -> new IllegalStateException(pod + " is not in the queue"));
  }

  /** What all plugins say of a pod. */
  Explanation explain(String pod) {
    return scheduler.explain(pod).orElseThrow(() -> new IllegalStateException(pod + " is not known"));
  }

  /** All pods of the cluster. */
  List<Pod> pods() {
    return cluster.list(ResourceKind.PODS);
  }

  /** A pod of the cluster. */
  Pod pod(String namespace, String name) {
    return Objects.requireNonNull(cluster.get(ResourceKind.PODS, namespace, name));
  }

  /** Fails when cache, queue and nominator do not agree with each other. */
  void check() {
    SchedulerInvariants.check(scheduler);
  }

  /** The scheduler itself. */
  Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public void close() {
    scheduler.close();
    settle();
  }
}
