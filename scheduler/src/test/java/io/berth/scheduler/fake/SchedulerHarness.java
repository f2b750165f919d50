package io.berth.scheduler.fake;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Profile;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerBuilder;
import io.berth.scheduler.SchedulerInvariants;
import io.berth.scheduler.SchedulerOptions;
import io.berth.testkit.FakeTimers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** A scheduler on a fake cluster in fake time. The invariants are checked after every step without being asked. */
public final class SchedulerHarness {
  public final FakeTimers time = new FakeTimers();
  public final FakeCluster cluster = new FakeCluster();
  private final Scheduler scheduler;

  /** Starts a scheduler with these profiles. */
  public SchedulerHarness(Profile... profiles) {
    this(builder -> builder, profiles);
  }

  /** As above, built with a change. */
  public SchedulerHarness(UnaryOperator<SchedulerBuilder> change, Profile... profiles) {
    this(change, true, profiles);
  }

  private SchedulerHarness(UnaryOperator<SchedulerBuilder> change, boolean syncs, Profile... profiles) {
    if (!syncs) {
      cluster.neverSyncs();
    }
    SchedulerBuilder builder =
        Scheduler.builder()
            .cluster(cluster)
            .timers(time)
            .schedulingExecutor(time)
            .workExecutor(time)
            .random(new SplittableRandom(1));
    Arrays.stream(profiles).forEach(builder::profile);
    scheduler = change.apply(builder).build();
    scheduler.start();
    run();
  }

  /** A scheduler that runs cycles only when told. */
  public static SchedulerHarness manual(Profile... profiles) {
    return new SchedulerHarness(
        builder -> builder.options(SchedulerOptions.builder().manualCycles(true).build()), profiles);
  }

  /** A scheduler whose watches do not sync until the cluster is told to. */
  public static SchedulerHarness unsynced(Profile... profiles) {
    return new SchedulerHarness(builder -> builder, false, profiles);
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  /** Puts objects into the cluster and lets the scheduler do what it wants to. */
  public SchedulerHarness given(HasMetadata... objects) {
    for (HasMetadata object : objects) {
      cluster.put(object);
    }
    return run();
  }

  /** Removes objects and lets the scheduler do what it wants to. */
  public SchedulerHarness without(HasMetadata... objects) {
    for (HasMetadata object : objects) {
      cluster.remove(object);
    }
    return run();
  }

  /** Runs until nothing is left to do at this time. */
  public SchedulerHarness run() {
    time.run();
    return checked();
  }

  /** Lets time pass. */
  public SchedulerHarness advance(Duration duration) {
    time.advance(duration);
    return checked();
  }

  private SchedulerHarness checked() {
    assertThat(SchedulerInvariants.violations(scheduler)).isEmpty();
    return this;
  }

  /** The pod as the queue has it. */
  public PendingPod waiting(String name) {
    return scheduler.queue().pod("default/" + name).orElseThrow(() -> new AssertionError(name + " does not wait"));
  }

  /** The node that the cluster says the pod is on, or empty. */
  public String nodeOf(String name) {
    String node = cluster.pod(name).getSpec().getNodeName();
    return node == null ? "" : node;
  }
}
