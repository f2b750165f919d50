package io.berth.plugins.podtopologyspread;

import static io.berth.plugins.podtopologyspread.SpreadScene.inZone;
import static io.berth.plugins.podtopologyspread.SpreadScene.twoZones;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static io.berth.testkit.Fixtures.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/podtopologyspread/scoring_test.go, v1.37.2. */
class PodTopologySpreadScoreParityTest {
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final LabelSelector FOO = selector().exists("foo").obj();
  private static final LabelSelector BAR = selector().exists("bar").obj();

  private static PodFixture soft(int maxSkew, String key) {
    return soft(pod("p").label("foo", ""), maxSkew, key, FOO);
  }

  private static PodFixture soft(PodFixture pod, int maxSkew, String key, LabelSelector selector) {
    return pod.spreadConstraint(maxSkew, key, "ScheduleAnyway", selector);
  }

  private static SpreadScene fourNodes() {
    return new SpreadScene()
        .with(node("a").hostname().obj())
        .with(node("b").hostname().obj())
        .with(node("c").hostname().obj())
        .with(node("d").hostname().obj());
  }

  @Test
  void thereIsNothingToScoreWithoutSoftConstraints() {
    SpreadScene scene = fourNodes();
    assertThat(scene.cycle(pod("p").spreadConstraint(1, HOSTNAME, "DoNotSchedule", FOO)).preScore("a").isSkip()).isTrue();
    assertThat(new SpreadScene().cycle(soft(1, HOSTNAME)).preScore().isSkip()).isTrue();
  }

  @Test
  void fewPodsOnTheNodeAreGood() {
    SpreadScene scene = fourNodes().foo("a", 2).foo("b", 1).foo("d", 3);
    assertThat(scene.cycle(soft(1, HOSTNAME)).scores("a", "b", "c", "d")).containsExactly(20, 60, 100, 0);
    assertThat(scene.cycle(soft(2, HOSTNAME)).scores("a", "b", "c", "d")).containsExactly(33, 66, 100, 16);
    assertThat(scene.cycle(soft(pod("p"), 1, HOSTNAME, null)).scores("a", "b", "c", "d"))
        .containsExactly(100, 100, 100, 100);
  }

  @Test
  void nodesWithAsManyPodsScoreAlike() {
    assertThat(fourNodes().cycle(soft(1, HOSTNAME)).scores("a", "b")).containsExactly(100, 100);
    assertThat(fourNodes().foo("a", 1).foo("b", 1).cycle(soft(1, HOSTNAME)).scores("a", "b")).containsExactly(100, 100);
  }

  @Test
  void aLargeSkewEvensTheScoresOut() {
    assertThat(
            fourNodes().foo("a", 4).foo("b", 3).foo("c", 2).foo("d", 1)
                .cycle(soft(3, HOSTNAME)).scores("a", "b", "c", "d"))
        .containsExactly(44, 66, 77, 100);
  }

  @Test
  void withoutZonesTheSystemDefaultsSpreadOverNodes() {
    SpreadScene scene = fourNodes().foo("a", 4).foo("b", 3).foo("c", 2).foo("d", 1);
    scene.cluster.put(ResourceKind.SERVICES, service("s", "foo", ""));

    assertThat(scene.cycle(pod("p").label("foo", "")).scores("a", "b", "c", "d")).containsExactly(44, 66, 77, 100);
  }

  @Test
  void nodesThatDidNotPassTheFiltersAreLeftOut() {
    SpreadScene scene = fourNodes().foo("a", 4).foo("b", 2).foo("c", 1).foo("d", 3);
    assertThat(scene.cycle(soft(1, HOSTNAME)).scores("a", "b", "c")).containsExactly(33, 83, 100);
  }

  @Test
  void aNodeWithoutTheKeyGetsNothing() {
    SpreadScene scene =
        fourNodes().with(node("b").label("n", "b").obj()).foo("a", 4).foo("b", 2).foo("c", 1).foo("d", 3);
    assertThat(scene.cycle(soft(1, HOSTNAME)).scores("a", "b", "c")).containsExactly(16, 0, 100);
  }

  @Test
  void podsInAZoneCountOnNodesThatDidNotPassAsWell() {
    SpreadScene scene = twoZones().foo("node-a", 4).foo("node-b", 2).foo("node-x", 1).foo("node-y", 3);
    assertThat(scene.cycle(soft(1, "zone")).scores("node-a", "node-b", "node-x")).containsExactly(75, 75, 100);
  }

  @Test
  void severalConstraintsAddUp() {
    SpreadScene scene = twoZones().foo("node-a", 2).foo("node-b", 1).foo("node-x", 2).foo("node-y", 4);
    assertThat(scene.cycle(soft(soft(1, "zone"), 1, HOSTNAME, FOO)).scores("node-a", "node-x"))
        .containsExactly(100, 63);
  }

  @Test
  void constraintsOnOneKeyMayHaveDifferentSelectors() {
    SpreadScene scene = twoZones().foo("node-a", 1).foo("node-y", 2);
    for (String node : new String[] {"node-a", "node-b", "node-y"}) {
      scene.with(pod("both-" + node).label("foo", "").label("bar", "").on(node));
    }
    assertThat(scene.cycle(soft(soft(1, "zone"), 1, "zone", BAR)).scores("node-a", "node-x")).containsExactly(85, 100);
  }

  @Test
  void otherNamespacesAndPodsThatAreBeingDeletedDoNotCount() {
    SpreadScene scene =
        new SpreadScene()
            .with(inZone("node-a", "zone1"))
            .with(inZone("node-b", "zone1"))
            .with(pod("other").namespace("ns1").label("foo", "").on("node-a"))
            .with(pod("gone").label("foo", "").terminating().on("node-a"))
            .foo("node-b", 1);
    assertThat(scene.cycle(soft(1, HOSTNAME)).scores("node-a", "node-b")).containsExactly(100, 0);
  }
}
