package io.berth.conformance.histories;

import static io.berth.testkit.AffinityKind.REQUIRED;
import static io.berth.testkit.Fixtures.matching;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NaiveWorldTest {
  private static final String ZONE = NodeSpec.ZONE;

  private final List<NaiveNode> nodes = new ArrayList<>();
  private final Map<String, List<NaivePod>> pods = new HashMap<>();

  private void nodes(NodeFixture... fixtures) {
    for (NodeFixture fixture : fixtures) {
      nodes.add(NaiveNode.of(fixture.obj()));
    }
  }

  private void placed(String node, PodFixture fixture) {
    pods.computeIfAbsent(node, name -> new ArrayList<>()).add(NaivePod.of(fixture.on(node).obj()));
  }

  private @Nullable String objection(PodFixture fixture, String node) {
    NaiveNode on = nodes.stream().filter(candidate -> candidate.name().equals(node)).findFirst().orElseThrow();
    return new NaiveWorld(nodes, pods, Map.of(), true).objection(NaivePod.of(fixture.obj()), on);
  }

  @Test
  void resourcesThatAreAskedForMustBeLeft() {
    nodes(node("n1").capacity("cpu", "2", "pods", "3"));
    placed("n1", pod("a").cpu("1500m"));
    assertThat(objection(pod("p").cpu("500m"), "n1")).isNull();
    assertThat(objection(pod("p").cpu("501m"), "n1")).startsWith("cpu");
    assertThat(objection(pod("p"), "n1")).isNull();
    placed("n1", pod("b"));
    placed("n1", pod("c"));
    assertThat(objection(pod("p"), "n1")).isEqualTo("pods");
  }

  @Test
  void taintsAndCordonsKeepOutWhoDoesNotTolerateThem() {
    nodes(node("n1").taint("dedicated", "t0", "NoSchedule"), node("n2").unschedulable(true), node("n3").taint("dedicated", "t0", "PreferNoSchedule"));
    assertThat(objection(pod("p"), "n1")).isEqualTo("tainted");
    assertThat(objection(pod("p").toleration("dedicated", "t0", ""), "n1")).isNull();
    assertThat(objection(pod("p").toleration("dedicated", "t1", ""), "n1")).isEqualTo("tainted");
    assertThat(objection(pod("p"), "n2")).isEqualTo("cordoned");
    assertThat(objection(pod("p"), "n3")).isNull();
  }

  @Test
  void antiAffinityWorksBothWays() {
    nodes(node("n1").zone("z1"), node("n2").zone("z2"));
    placed("n1", pod("a").label("app", "x"));
    assertThat(objection(pod("p").podAntiAffinity(ZONE, matching("app", "x"), REQUIRED), "n1")).contains("keeps away");
    assertThat(objection(pod("p").podAntiAffinity(ZONE, matching("app", "x"), REQUIRED), "n2")).isNull();
    placed("n2", pod("b").podAntiAffinity(ZONE, matching("app", "y"), REQUIRED));
    assertThat(objection(pod("p").label("app", "y"), "n2")).contains("keeps it away");
    assertThat(objection(pod("p").label("app", "y"), "n1")).isNull();
  }

  @Test
  void theFirstOfItsKindMayGoAnywhere() {
    nodes(node("n1").zone("z1"), node("n2"));
    PodFixture first = pod("p").label("app", "x").podAffinity(ZONE, matching("app", "x"), REQUIRED);
    assertThat(objection(first, "n1")).isNull();
    assertThat(objection(first, "n2")).isEqualTo("affinity without a place");
    assertThat(objection(pod("p").podAffinity(ZONE, matching("app", "x"), REQUIRED), "n1")).isEqualTo("nobody to be near");
  }

  @Test
  void spreadCountsPodsOfTheNamespaceThatAreNotGoing() {
    nodes(node("n1").zone("z1"), node("n2").zone("z2"), node("n3"));
    PodFixture spread = pod("p").label("app", "x").spreadConstraint(1, ZONE, "DoNotSchedule", matching("app", "x"));
    placed("n1", pod("a").label("app", "x"));
    assertThat(objection(spread, "n1")).startsWith("spread");
    assertThat(objection(spread, "n2")).isNull();
    assertThat(objection(spread, "n3")).startsWith("spread");
    pods.clear();
    placed("n1", pod("a").label("app", "x").terminating());
    placed("n1", pod("b").label("app", "x").namespace("elsewhere"));
    assertThat(objection(spread, "n1")).isNull();
  }
}
