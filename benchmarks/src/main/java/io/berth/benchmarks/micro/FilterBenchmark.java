package io.berth.benchmarks.micro;

import io.berth.benchmarks.Workload;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Profile;
import io.berth.framework.Snapshot;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.DefaultPlugins;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The default profile's Filter plugins, one pod on all nodes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx600m")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterBenchmark {
  /** Whose pods. */
  @Param({"basic", "spread", "antiaffinity"})
  public String workload = "basic";

  /** How many nodes. */
  @Param("5000")
  public int nodes = 5000;

  /** How many pods are on them. */
  @Param("2000")
  public int pods = 2000;

  private @Nullable StandingScheduler standing;
  private final Probe probe = new Probe();

  /** Keeps what Filter is given in the latest cycle. */
  private static final class Probe implements PreFilterPlugin {
    @Nullable Handle handle;
    @Nullable CycleState state;
    @Nullable PodInfo pod;

    @Override
    public String name() {
      return "Probe";
    }

    @Override
    public PreFilterDecision preFilter(CycleState cycleState, PodInfo podInfo, Snapshot snapshot) {
      state = cycleState;
      pod = podInfo;
      return PreFilterDecision.SKIP;
    }
  }

  /** Places the pods, and one more. */
  @Setup
  public void setUp() {
    Profile profile =
        DefaultPlugins.profile().toBuilder()
            .enable(
                "Probe",
                handle -> {
                  probe.handle = handle;
                  return probe;
                })
            .build();
    standing = new StandingScheduler(profile);
    standing.fill(Workload.of(workload), nodes, pods + 1);
    while (standing.scheduler.scheduleOne()) {
      standing.settle();
    }
  }

  /** How many nodes the last pod fits on. */
  @Benchmark
  public int filter() {
    Handle handle = Objects.requireNonNull(probe.handle);
    CycleState state = Objects.requireNonNull(probe.state);
    PodInfo pod = Objects.requireNonNull(probe.pod);
    List<NodeInfo> all = handle.snapshot().nodes();
    int fitting = 0;
    for (int i = 0; i < all.size(); i++) {
      if (handle.runner().runFilterPluginsWithNominatedPods(state, pod, all.get(i)).isSuccess()) {
        fitting++;
      }
    }
    return fitting;
  }

  /** Ends the scheduler. */
  @TearDown
  public void tearDown() {
    Objects.requireNonNull(standing).close();
  }
}
