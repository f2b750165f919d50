package io.berth.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.KubeletOptions;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.trace.TracePlayer.Replicas;
import io.berth.simulator.trace.WorkloadTrace.Workload;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a player does, and what a monitor sees of it. */
class TracePlayerTest {

  private static final Duration SETTLE = Duration.ofSeconds(30);
  private static final Duration LENGTH = Duration.ofSeconds(20);

  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster = InMemoryCluster.builder(time, time.executor()).admission(true).build();

  private static Workload workload(int index, int replicas, int priority, double from, double to) {
    boolean initial = from == 0;
    var draft = new DraftedWorkload(initial, from, 0.5, 1, replicas, priority, 2500, 5000);
    return new Workload(GeneratedObjects.replicaSet(index, draft), millis(from), millis(to), initial);
  }

  private static Duration millis(double seconds) {
    return Duration.ofMillis(Math.round(1000 * seconds));
  }

  private static WorkloadTrace trace(Workload... workloads) {
    return new WorkloadTrace(GeneratedObjects.nodes(2), GeneratedObjects.priorityClasses(2), List.of(workloads));
  }

  private List<String> pods() {
    return cluster.list(ResourceKind.PODS).stream().map(pod -> pod.getMetadata().getName()).toList();
  }

  private void bind(String pod, String node) {
    cluster.bind(ObjectRef.of(ResourceKind.PODS, cluster.pod(pod)), node);
  }

  @Test
  void workloadsComeAndGoAtTheirTimes() {
    var trace = trace(workload(0, 2, 1, 0, 5), workload(1, 1, 1, 3, 25), workload(2, 1, 2, 6, 100));
    var player = new TracePlayer(trace, cluster, Replicas.BY_PLAYER);
    player.prepare();
    player.play(time, SETTLE, LENGTH);
    assertThat(pods()).containsExactly("initial-0-0", "initial-0-1");
    assertThat(cluster.list(ResourceKind.NODES)).hasSize(2);
    time.advance(SETTLE.plusSeconds(4));
    assertThat(pods()).containsExactly("initial-0-0", "initial-0-1", "workload-1-0");
    assertThat(player.pods(trace.workloads().get(0))).hasSize(2);
    time.advance(Duration.ofMinutes(10));
    assertThat(pods()).as("what departs after the end stays").containsExactly("workload-1-0", "workload-2-0");
    Pod last = cluster.pod("workload-2-0");
    assertThat(last.getSpec().getPriority()).isEqualTo(2);
    assertThat(last.getMetadata().getOwnerReferences().get(0).getKind()).isEqualTo("ReplicaSet");
    assertThat(player.pods(trace.workloads().get(0))).isEmpty();
  }

  @Test
  void aControllerMayCreateTheReplicas() {
    var trace = trace(workload(1, 2, 1, 3, 5));
    var player = new TracePlayer(trace, cluster, Replicas.BY_CONTROLLER);
    player.prepare();
    player.arrive(trace.workloads().get(0));
    assertThat(cluster.list(ResourceKind.REPLICA_SETS)).hasSize(1);
    assertThat(pods()).isEmpty();
    player.depart(trace.workloads().get(0));
    assertThat(cluster.list(ResourceKind.REPLICA_SETS)).isEmpty();
  }

  @Test
  void whatRunsGoesAfterItsGracePeriodAndAtOnceWhenRemoved() {
    var trace = trace(workload(1, 1, 1, 3, 5), workload(2, 1, 1, 3, 5));
    var player = new TracePlayer(trace, cluster, Replicas.BY_PLAYER);
    player.prepare();
    trace.workloads().forEach(player::arrive);
    bind("workload-1-0", "node-0");
    bind("workload-2-0", "node-0");
    player.depart(trace.workloads().get(0));
    player.remove(trace.workloads().get(1));
    assertThat(pods()).containsExactly("workload-1-0");
    assertThat(cluster.pod("workload-1-0").getMetadata().getDeletionTimestamp()).isNotNull();
  }

  @Test
  void theMonitorCountsWhatIsNotInitial() {
    var trace =
        trace(workload(0, 1, 1, 0, 12), workload(1, 2, 1, 2.5, 100), workload(2, 1, 2, 4.5, 6.5), workload(3, 1, 2, 8.5, 10.5));
    var player = new TracePlayer(trace, cluster, Replicas.BY_PLAYER);
    player.prepare();
    var monitor = TraceMonitor.start(trace, cluster, time, time.executor(), SETTLE, LENGTH);
    var options = KubeletOptions.defaults().withStartDelay(Duration.ofMillis(20)).withTerminationDelay(Duration.ofMillis(30));
    var kubelet = new SimulatedKubelet(cluster, time, time.executor(), options);
    kubelet.start();
    player.play(time, SETTLE, LENGTH);
    bind("initial-0-0", "node-0");
    time.schedule(SETTLE.plusMillis(3500), () -> bind("workload-1-0", "node-0"));
    time.schedule(SETTLE.plusMillis(5500), () -> bind("workload-2-0", "node-1"));
    time.advance(SETTLE.plus(LENGTH));
    var seen = monitor.statistics();
    assertThat(seen.seconds()).isEqualTo(21);
    // of memory, a pod is a quarter of the cluster: initial-0-0 at 13 samples from 0 to 12 (its deletion comes first), workload-1-0 from 4
    // on, workload-2-0 at 6
    assertThat(seen.usage()).isCloseTo((13 + 17 + 1) / 4.0 / 21, within(1e-9));
    assertThat(seen.byPriority()).containsOnlyKeys(1, 2);
    assertThat(seen.byPriority().get(1).started()).isEqualTo(1);
    assertThat(seen.byPriority().get(1).deleted()).isZero();
    assertThat(seen.byPriority().get(2).started()).as("workload-3-0 never ran").isEqualTo(1);
    assertThat(seen.byPriority().get(2).deleted()).isEqualTo(1);
    assertThat(seen.all().latency()).isCloseTo(1.02, within(1e-9));
    assertThat(seen.all().deleted()).isEqualTo(1);
    // workload-1-1 waits from 3 on, 1-0 at 3, 2-0 at 5, 3-0 at 9 and 10
    assertThat(seen.pending()).isCloseTo((18 + 1 + 1 + 2) / 21.0, within(1e-9));
    assertThat(seen.contended()).isCloseTo(18 / 21.0, within(1e-9));
  }

  @Test
  void workloadsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> workload(1, 1, 1, 5, 3)).hasMessageContaining("workload-1 departs at PT3S, before its arrival at PT5S");
    assertThatThrownBy(() -> new Workload(GeneratedObjects.nodes(1).get(0), Duration.ZERO, Duration.ZERO, false))
        .hasMessage("a workload is a Pod or a ReplicaSet, not a Node");
  }
}
