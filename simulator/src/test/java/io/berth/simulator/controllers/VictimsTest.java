package io.berth.simulator.controllers;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VictimsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

  private static PodFixture on(String name, String node) {
    return pod(name).uid(name).on(node).phase("Running").condition("Ready", "True", null).creationTimestamp(NOW.minusSeconds(50_000));
  }

  private static Pod readyFor(Pod pod, long seconds) {
    return new PodBuilder(pod)
        .editStatus()
        .editFirstCondition()
        .withLastTransitionTime(NOW.minusSeconds(seconds).toString())
        .endCondition()
        .endStatus()
        .build();
  }

  private static List<String> order(List<Pod> pods) {
    return Victims.inOrder(pods, NOW).stream().map(pod -> pod.getMetadata().getName()).toList();
  }

  @Test
  void thoseThatAreNoLossGoFirst() {
    List<Pod> pods =
        List.of(
            readyFor(on("steady", "n1").obj(), 40_000),
            readyFor(on("young", "n2").obj(), 10),
            readyFor(on("crowded1", "n3").obj(), 40_000),
            readyFor(on("crowded2", "n3").obj(), 40_000),
            readyFor(on("cheap", "n4").annotation("controller.kubernetes.io/pod-deletion-cost", "-1").obj(), 40_000),
            pod("notready").uid("notready").on("n5").phase("Running").condition("Ready", "False", null).obj(),
            pod("starting").uid("starting").on("n6").phase("Pending").obj(),
            pod("nowhere").uid("nowhere").phase("Pending").obj());
    assertThat(order(pods))
        .containsExactly("nowhere", "starting", "notready", "cheap", "crowded1", "crowded2", "young", "steady");
  }

  @Test
  void theOrderDoesNotDependOnWhereItBegins() {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      pods.add(readyFor(on("p" + i, "n" + i).creationTimestamp(NOW.minusSeconds(60_000 - i)).obj(), 40_000 + i * 7));
    }
    List<String> order = order(pods);
    for (int round = 0; round < 20; round++) {
      Collections.rotate(pods, round);
      Collections.swap(pods, round % 12, round * 5 % 12);
      assertThat(order(pods)).isEqualTo(order);
    }
  }
}
