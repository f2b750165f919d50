package io.berth.benchmarks.micro;

import io.berth.benchmarks.Workload;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
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

/** The cluster in memory by itself, with somebody who watches: the floor of every simulation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx600m")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClusterBenchmark {
  /** How many pods are there all the time. */
  @Param("5000")
  public int pods = 5000;

  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.on(time);
  private final Node node = Workload.BASIC.node(0);
  private final Heard heard = new Heard();
  private @Nullable Pod next;

  /** Counts what it hears. */
  private static final class Heard implements EventSink<Pod> {
    long calls;

    @Override
    public void added(Pod pod) {
      calls++;
    }

    @Override
    public void updated(Pod before, Pod after) {
      calls++;
    }

    @Override
    public void deleted(Pod last, boolean finalStateUnknown) {
      calls++;
    }

    @Override
    public void synced() {
      calls++;
    }

    @Override
    public void stopped(@Nullable Throwable cause) {
      calls++;
    }
  }

  /** Fills the cluster. */
  @Setup
  public void setUp() {
    cluster.create(node);
    for (int i = 0; i < pods; i++) {
      cluster.create(Workload.BASIC.pod(i));
    }
    next = Workload.BASIC.pod(pods);
    cluster.watch(ResourceKind.PODS, heard);
    time.run();
  }

  /** A pod is created, bound and taken away, and every step is told. */
  @Benchmark
  public long createBindRemove() {
    Pod pod = cluster.create(Objects.requireNonNull(next));
    cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), "node-00000");
    cluster.remove(pod);
    time.advance(Duration.ofMillis(1));
    return heard.calls;
  }

  /** Ends what is under way. */
  @TearDown
  public void tearDown() {
    time.run();
  }
}
