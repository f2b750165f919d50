package io.berth.benchmarks.micro;

import io.berth.benchmarks.Workload;
import io.berth.framework.Snapshot;
import io.berth.plugins.DefaultPlugins;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The snapshot of a cycle, the default profile's indexes included, after some nodes have changed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx600m")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SnapshotBenchmark {
  /** How many nodes have changed since the last snapshot. */
  @Param({"1", "100"})
  public int changed = 1;

  /** How many there are. */
  @Param("5000")
  public int nodes = 5000;

  private @Nullable StandingScheduler standing;
  private int next;
  private int beats;

  /** Makes the cluster. */
  @Setup
  public void setUp() {
    standing = new StandingScheduler(DefaultPlugins.profile());
    standing.fill(Workload.BASIC, nodes, 0);
    standing.scheduler.updateSnapshot();
  }

  /** Some nodes send a heartbeat. Costs far more than what is measured. */
  @Setup(Level.Invocation)
  public void change() {
    StandingScheduler cluster = Objects.requireNonNull(standing);
    for (int i = 0; i < changed; i++) {
      Node node = cluster.cluster.node(Workload.BASIC.node(next++ % nodes).getMetadata().getName());
      String beat = java.time.Instant.ofEpochSecond(beats++).toString();
      cluster.cluster.update(
          new NodeBuilder(node)
              .editOrNewStatus()
              .editFirstCondition()
              .withLastHeartbeatTime(beat)
              .endCondition()
              .endStatus()
              .build());
    }
    cluster.settle();
  }

  /** The new snapshot. */
  @Benchmark
  public Snapshot update() {
    return Objects.requireNonNull(standing).scheduler.updateSnapshot();
  }

  /** Ends the scheduler. */
  @TearDown
  public void tearDown() {
    Objects.requireNonNull(standing).close();
  }
}
