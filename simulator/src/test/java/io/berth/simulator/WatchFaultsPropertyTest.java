package io.berth.simulator;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.testkit.RecordingSink;
import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever happens to a watch on the way, what it has told is in the end what is there. */
class WatchFaultsPropertyTest {
  private static final int PODS = 6;

  @Test
  void aWatchEndsUpWithWhatIsThereWhateverHappensToIt() {
    SeededCases.of(300).check(WatchFaultsPropertyTest::check);
  }

  private static void check(RandomGenerator random) {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster =
        InMemoryCluster.builder(time, time.executor())
            .historySize(random.nextInt(1, 12))
            .watchInterceptor(change -> decide(random))
            .build();
    List<RecordingSink<Pod>> sinks = List.of(new RecordingSink<>(), new RecordingSink<>());
    sinks.forEach(sink -> cluster.watch(ResourceKind.PODS, sink));
    for (int step = 0; step < 60; step++) {
      change(cluster, random);
      if (random.nextInt(3) == 0) {
        time.advance(Duration.ofMillis(random.nextInt(200)));
      }
    }
    assertThat(time.runUntilIdle(Duration.ofHours(1))).isTrue();
    for (RecordingSink<Pod> sink : sinks) {
      assertThat(sink.isSynced()).isTrue();
      assertThat(sink.objects()).isEqualTo(cluster.list(ResourceKind.PODS));
    }
  }

  private static WatchDecision decide(RandomGenerator random) {
    Duration some = Duration.ofMillis(random.nextInt(1, 300));
    return switch (random.nextInt(12)) {
      case 0 -> new WatchDecision.Delay(some);
      case 1 -> new WatchDecision.DeliverTwice();
      case 2 -> new WatchDecision.Disconnect(some);
      case 3 -> new WatchDecision.Expire(some);
      default -> WatchDecision.DELIVER;
    };
  }

  private static void change(InMemoryCluster cluster, RandomGenerator random) {
    String name = "p" + random.nextInt(PODS);
    Pod there = cluster.pod(name);
    if (there == null) {
      cluster.create(pod(name).withoutUid().obj());
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> cluster.remove(there);
      case 1 -> cluster.bind(ObjectRef.of(ResourceKind.PODS, there), "n1");
      case 2 -> cluster.disconnectWatches(ResourceKind.PODS, Duration.ofMillis(random.nextInt(1, 100)));
      case 3 -> cluster.forgetHistory(ResourceKind.PODS);
      default ->
          cluster.update(
              new PodBuilder(there).editMetadata().addToLabels("l" + random.nextInt(3), "v" + random.nextInt(3)).endMetadata().build());
    }
  }
}
