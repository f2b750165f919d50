package io.berth.simulator.faults;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.WatchInterceptor;
import io.berth.simulator.WriteInterceptor;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.internal.Mirror;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = VirtualTime.create();

  private InMemoryCluster cluster(WriteInterceptor writes, WatchInterceptor watches) {
    return InMemoryCluster.builder(time, time.executor()).writeInterceptor(writes).watchInterceptor(watches).build();
  }

  private static WatchInterceptor none() {
    return WatchFault.firstOf(List.of());
  }

  private String create(InMemoryCluster cluster, String name) {
    List<String> answer = new ArrayList<>();
    cluster
        .create(ResourceKind.PODS, pod(name).obj())
        .thenAccept(outcome -> answer.add(outcome.getClass().getSimpleName()));
    time.run();
    return answer.isEmpty() ? "none yet" : answer.get(0);
  }

  @Test
  void eachFateOfARequest() {
    InMemoryCluster cluster =
        cluster(
            WriteFault.firstOf(
                List.of(
                    WriteFault.failing().when(r -> r.name().equals("a")),
                    WriteFault.conflicting().when(r -> r.name().equals("b")),
                    WriteFault.throttled(SECOND).when(r -> r.name().equals("c")),
                    WriteFault.late(SECOND, SECOND).when(r -> r.name().equals("d")),
                    WriteFault.answerLost(SECOND).when(r -> r.name().equals("e")))),
            none());
    assertThat(create(cluster, "a")).isEqualTo("Failed");
    assertThat(create(cluster, "b")).isEqualTo("Conflict");
    assertThat(create(cluster, "c")).isEqualTo("Throttled");
    assertThat(create(cluster, "d")).isEqualTo("none yet");
    assertThat(create(cluster, "e")).isEqualTo("none yet");
    assertThat(create(cluster, "f")).isEqualTo("Done");
    assertThat(cluster.list(ResourceKind.PODS)).extracting(p -> p.getMetadata().getName()).containsExactly("e", "f");
    time.advance(SECOND);
    assertThat(cluster.pod("d")).isNotNull();
  }

  @Test
  void aFaultIsNarrowedDownByVerbKindTimeAndCount() {
    InMemoryCluster cluster =
        cluster(
            WriteFault.failing()
                .on(Verb.CREATE)
                .ofKind(ResourceKind.PODS)
                .between(time, time.now().plusSeconds(5), time.now().plusSeconds(10))
                .atMost(1),
            none());
    assertThat(create(cluster, "early")).isEqualTo("Done");
    time.advance(Duration.ofSeconds(5));
    WriteOutcome<Node> ofNode =
        cluster.create(ResourceKind.NODES, node("n").obj()).toCompletableFuture().join();
    assertThat(ofNode.isDone()).isTrue();
    assertThat(create(cluster, "hit")).isEqualTo("Failed");
    assertThat(create(cluster, "spared")).isEqualTo("Done");
    Pod there = cluster.pod("early");
    assertThat(cluster.delete(ObjectRef.of(ResourceKind.PODS, there)).toCompletableFuture().join().isDone()).isTrue();
  }

  @Test
  void theSameSeedHitsTheSameRequests() {
    assertThat(hits(7)).isEqualTo(hits(7)).isNotEqualTo(hits(8)).contains("Failed", "Done");
  }

  private List<String> hits(long seed) {
    InMemoryCluster cluster = cluster(WriteFault.failing().withChance(0.3, new SplittableRandom(seed)), none());
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(create(cluster, "p" + i));
    }
    return answers;
  }

  @Test
  void whateverHappensToAWatchItsOwnerKnowsEverythingInTheEnd() {
    List<WatchFault> faults =
        List.of(
            WatchFault.twice(),
            WatchFault.late(SECOND),
            WatchFault.dropped(SECOND),
            WatchFault.silent(Duration.ofSeconds(30)),
            WatchFault.expired(SECOND));
    for (WatchFault fault : faults) {
      InMemoryCluster cluster =
          cluster(
              WriteFault.firstOf(List.of()),
              fault.ofKind(ResourceKind.PODS).when(c -> c.object().getMetadata().getName().equals("b")).atMost(1));
      List<String> known = new ArrayList<>();
      Mirror<Pod> mirror = new Mirror<>(time.executor(), (key, before, after) -> known.add(key.name()));
      cluster.watch(ResourceKind.PODS, mirror);
      for (String name : List.of("a", "b", "c")) {
        cluster.create(pod(name).obj());
      }
      time.advance(Duration.ofMinutes(1));
      assertThat(known).contains("a", "b", "c");
      assertThat(mirror.list()).hasSize(3);
    }
  }

  @Test
  void aControllerWhoseWatchHasEndedForGoodBeginsAnew() {
    InMemoryCluster cluster = cluster(WriteFault.firstOf(List.of()), WatchFault.broken().atMost(1));
    SimulatedKubelet.on(time, cluster).start();
    cluster.create(node("n").cpu("4").obj());
    cluster.create(pod("p").cpu("1").on("n").obj());
    time.advance(Duration.ofSeconds(5));
    assertThat(cluster.pod("p").getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void anOutageStopsAControllerForAWhile() {
    InMemoryCluster cluster = cluster(WriteFault.firstOf(List.of()), none());
    SimulatedKubelet kubelets = SimulatedKubelet.on(time, cluster);
    kubelets.start();
    new Outage(SECOND, Duration.ofSeconds(10)).schedule(time, kubelets);
    time.advance(SECOND);
    assertThat(kubelets.isRunning()).isFalse();
    time.advance(Duration.ofSeconds(10));
    assertThat(kubelets.isRunning()).isTrue();

    Outage.repeat(time, kubelets, new SplittableRandom(1), Duration.ofSeconds(30), SECOND);
    int away = 0;
    for (int i = 0; i < 36_000; i++) {
      time.advance(Duration.ofMillis(100));
      away += kubelets.isRunning() ? 0 : 1;
    }
    assertThat(away).as("tenths of seconds of an hour").isBetween(600, 1800);
  }

  @Test
  void faultsMayBeArmedWhileTheClusterRunsAndLeaveWhenTheyHaveHit() {
    List<String> hits = new ArrayList<>();
    Faults faults =
        new Faults(
            new Faults.Listener() {
              @Override
              public void hit(WriteInterceptor.WriteRequest request, WriteInterceptor.WriteDecision decision) {
                hits.add(request.verb() + " " + request.name());
              }

              @Override
              public void hit(WatchInterceptor.WatchedChange change, WatchInterceptor.WatchDecision decision) {
                hits.add(change.type() + " " + change.object().getMetadata().getName());
              }
            });
    InMemoryCluster cluster = cluster(faults, faults);
    cluster.watch(ResourceKind.PODS, new Mirror<Pod>(time.executor(), (key, before, after) -> {}));
    assertThat(create(cluster, "a")).isEqualTo("Done");
    faults.arm(WriteFault.failing().on(Verb.CREATE).atMost(1));
    faults.arm(WriteFault.conflicting().on(Verb.CREATE).atMost(1));
    faults.arm(WatchFault.twice().when(change -> change.object().getMetadata().getName().equals("d")).atMost(1));
    assertThat(create(cluster, "b")).isEqualTo("Failed");
    assertThat(create(cluster, "c")).isEqualTo("Conflict");
    assertThat(create(cluster, "d")).isEqualTo("Done");
    assertThat(hits).containsExactly("CREATE b", "CREATE c", "ADDED d");
    faults.arm(WriteFault.failing());
    faults.clear();
    assertThat(create(cluster, "e")).isEqualTo("Done");
    assertThat(hits).hasSize(3);
  }
}
