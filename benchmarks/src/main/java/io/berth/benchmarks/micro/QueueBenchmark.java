package io.berth.benchmarks.micro;

import io.berth.benchmarks.Workload;
import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.plugins.DefaultPlugins;
import io.berth.scheduler.PendingPod;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The way of a pod through the queue: woken by an event, popped, turned down before any node is looked at, put back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx600m")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class QueueBenchmark {
  /** How many pods wait. */
  static final int PODS = 5000;

  private @Nullable StandingScheduler standing;
  private @Nullable Handle handle;

  /** Makes the queue; every pod has failed once. */
  @Setup
  public void setUp() {
    Profile defaults = DefaultPlugins.profile();
    Profile.Builder profile = Profile.builder(defaults.schedulerName());
    defaults.plugins().stream()
        .filter(plugin -> plugin.name().equals("PrioritySort") || plugin.name().equals("DefaultBinder"))
        .forEach(plugin -> profile.enable(plugin.name(), plugin.factory()));
    profile.enable(
        Refusal.NAME,
        given -> {
          handle = given;
          return new Refusal();
        });
    standing = new StandingScheduler(profile.build());
    standing.fill(Workload.BASIC, 10, PODS);
    popAll();
    standing.settle();
  }

  /** Every pod once through the queue; the figure is that of one pod. */
  @Benchmark
  @OperationsPerInvocation(PODS)
  public int popAndRequeue() {
    Objects.requireNonNull(handle).events().publish(Refusal.EVENT, null, null);
    int popped = popAll();
    Objects.requireNonNull(standing).settle();
    return popped;
  }

  private int popAll() {
    int popped = 0;
    while (Objects.requireNonNull(standing).scheduler.scheduleOne()) {
      popped++;
    }
    return popped;
  }

  /** How many pods wait for an event. */
  int waiting() {
    return Objects.requireNonNull(standing).scheduler.queue().count(PendingPod.Place.UNSCHEDULABLE);
  }

  /** Ends the scheduler. */
  @TearDown
  public void tearDown() {
    Objects.requireNonNull(standing).close();
  }
}
