package io.berth.plugins.podtopologyspread;

import static io.berth.plugins.podtopologyspread.SpreadScene.inZone;
import static io.berth.plugins.podtopologyspread.SpreadScene.twoZones;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.selector;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering_test.go, v1.37.2. */
class PodTopologySpreadFilterParityTest {
  private static final LabelSelector FOO = selector().exists("foo").obj();
  private static final LabelSelector BAR = selector().exists("bar").obj();

  private static PodFixture hard(PodFixture pod, int maxSkew, String key, LabelSelector selector) {
    return pod.spreadConstraint(maxSkew, key, "DoNotSchedule", selector);
  }

  private static PodFixture hard(int maxSkew, String key) {
    return hard(pod("p").label("foo", ""), maxSkew, key, FOO);
  }

  private static PodFixture hard(
      PodFixture pod, String key, LabelSelector selector, UnaryOperator<TopologySpreadConstraintBuilder> more) {
    return pod.spreadConstraint(
        more.apply(
                new TopologySpreadConstraintBuilder()
                    .withMaxSkew(1)
                    .withTopologyKey(key)
                    .withWhenUnsatisfiable("DoNotSchedule")
                    .withLabelSelector(selector))
            .build());
  }

  @Test
  void withoutPodsEveryNodeFits() {
    assertThat(twoZones().verdicts(hard(1, "zone"))).isEqualTo("FFFF");
    assertThat(twoZones().verdicts(hard(pod("p").label("foo", ""), 1, "zone", BAR))).isEqualTo("FFFF");
  }

  @Test
  void podsOfOtherNamespacesDoNotCount() {
    assertThat(
            twoZones()
                .with(pod("a1").namespace("ns1").label("foo", "").on("node-a"))
                .with(pod("a2").namespace("ns2").label("foo", "").on("node-a"))
                .foo("node-x", 1)
                .foo("node-y", 1)
                .verdicts(hard(1, "zone")))
        .isEqualTo("FFUU");
  }

  @Test
  void noSelectorPicksNoPod() {
    assertThat(twoZones().foo("node-x", 1).foo("node-y", 1).verdicts(hard(pod("p").label("foo", ""), 1, "zone", null)))
        .isEqualTo("FFFF");
  }

  @Test
  void zonesWithAsManyPodsFitAlike() {
    assertThat(twoZones().foo("node-a", 2).foo("node-b", 1).foo("node-y", 3).verdicts(hard(1, "zone"))).isEqualTo("FFFF");
  }

  @Test
  void podsOnNodesWithoutTheLabelDoNotCount() {
    assertThat(
            twoZones()
                .with(node("node-b").label("zon", "zone1").label("node", "node-b").obj())
                .foo("node-a", 1)
                .foo("node-b", 1)
                .foo("node-x", 1)
                .foo("node-y", 1)
                .verdicts(hard(1, "zone")))
        .isEqualTo("FMUU");
    assertThat(twoZones().verdicts(hard(1, "rack"))).isEqualTo("MMMM");
  }

  @Test
  void nodesWithTooManyPodsDoNotFit() {
    SpreadScene scene = twoZones().foo("node-a", 2).foo("node-b", 1).foo("node-y", 3);
    assertThat(scene.verdicts(hard(1, "node"))).isEqualTo("UUFU");
    assertThat(scene.verdicts(hard(2, "node"))).isEqualTo("UFFU");
    assertThat(scene.verdicts(hard(pod("p").label("bar", ""), 1, "node", FOO))).isEqualTo("UFFU");
  }

  @Test
  void nodesThatTheAffinityRefusesDoNotCount() {
    SpreadScene scene = twoZones().foo("node-a", 2).foo("node-b", 1).foo("node-y", 3);
    assertThat(scene.verdicts(hard(1, "node").nodeAffinityIn("node", "node-a", "node-y"))).isEqualTo("FFFU");
    assertThat(
            twoZones().foo("node-b", 2).foo("node-y", 1).verdicts(hard(1, "zone").nodeAffinityNotIn("node", "node-b")))
        .isEqualTo("FFUU");
  }

  @Test
  void podsThatAreBeingDeletedDoNotCount() {
    assertThat(
            new SpreadScene()
                .with(node("node-a").label("node", "node-a").obj())
                .with(node("node-b").label("node", "node-b").obj())
                .with(pod("a").label("foo", "").terminating().on("node-a"))
                .with(pod("b").label("foo", "").on("node-b"))
                .verdicts(hard(1, "node")))
        .isEqualTo("FU");
  }

  @Test
  void withFewerDomainsThanAskedForTheLeastIsZero() {
    SpreadScene nodes =
        new SpreadScene()
            .with(inZone("node-a", "zone1"))
            .with(inZone("node-b", "zone1"))
            .with(inZone("node-c", "zone1"))
            .foo("node-a", 2)
            .foo("node-b", 2)
            .foo("node-c", 1);
    assertThat(nodes.verdicts(minDomains("node", 4))).isEqualTo("UUF");
    assertThat(nodes.verdicts(minDomains("node", 2))).isEqualTo("FFF");
    SpreadScene zones = twoZones().foo("node-a", 1).foo("node-b", 1).foo("node-y", 1);
    assertThat(zones.verdicts(minDomains("zone", 3))).isEqualTo("UUFF");
    assertThat(zones.verdicts(minDomains("zone", 1))).isEqualTo("FFFF");
  }

  private static PodFixture minDomains(String key, int minDomains) {
    return hard(pod("p").label("foo", ""), key, FOO, c -> c.withMaxSkew(2).withMinDomains(minDomains));
  }

  @Test
  void theNodeAffinityPolicyDecidesWhetherTheSelectorMatters() {
    SpreadScene scene =
        twoZones()
            .with(node("node-a").label("zone", "zone1").label("node", "node-a").label("pool", "").obj())
            .with(node("node-b").label("zone", "zone1").label("node", "node-b").label("pool", "").obj())
            .with(node("node-x").label("zone", "zone2").label("node", "node-x").label("pool", "").obj())
            .foo("node-a", 1)
            .foo("node-b", 2)
            .foo("node-x", 1);
    assertThat(scene.verdicts(policies("node", "Honor", null).nodeSelector("pool", ""))).isEqualTo("FUFF");
    assertThat(scene.verdicts(policies("node", "Ignore", null).nodeSelector("pool", ""))).isEqualTo("UUUF");
  }

  @Test
  void theNodeTaintsPolicyDecidesWhetherTaintsMatter() {
    SpreadScene scene =
        twoZones()
            .with(node("node-y").label("zone", "zone2").label("node", "node-y").taint("t", "", "NoSchedule").obj())
            .foo("node-a", 1)
            .foo("node-b", 2)
            .foo("node-x", 1);
    assertThat(scene.verdicts(policies("node", null, "Honor"))).isEqualTo("FUFF");
    assertThat(scene.verdicts(policies("node", null, "Ignore"))).isEqualTo("UUUF");
    assertThat(scene.verdicts(policies("node", null, "Honor").toleration("t"))).isEqualTo("UUUF");
  }

  private static PodFixture policies(String key, String affinity, String taints) {
    return hard(
        pod("p").label("foo", ""),
        key,
        FOO,
        c -> c.withNodeAffinityPolicy(affinity).withNodeTaintsPolicy(taints));
  }

  @Test
  void everyConstraintMustBeMet() {
    assertThat(
            twoZones().foo("node-a", 2).foo("node-b", 1).foo("node-y", 3).verdicts(hard(hard(1, "zone"), 1, "node", FOO)))
        .isEqualTo("UUFU");
    assertThat(
            twoZones().foo("node-a", 2).foo("node-b", 1).foo("node-y", 4).verdicts(hard(hard(1, "zone"), 1, "node", FOO)))
        .isEqualTo("UUUU");
  }

  @Test
  void everyConstraintHasItsOwnSelector() {
    assertThat(
            twoZones().foo("node-a", 1).bar("node-a", 1).bar("node-y", 1)
                .verdicts(hard(hard(1, "zone").label("bar", ""), 1, "node", BAR)))
        .isEqualTo("UUFU");
    assertThat(
            twoZones().foo("node-a", 1).bar("node-x", 1).bar("node-y", 1)
                .verdicts(hard(hard(1, "zone").label("bar", ""), 1, "node", BAR)))
        .isEqualTo("UUUU");
  }

  @Test
  void aNodeMustHaveTheKeysOfAllConstraintsToCount() {
    assertThat(
            twoZones()
                .with(node("node-x").label("zone", "zone2").obj())
                .foo("node-a", 1)
                .bar("node-a", 1)
                .foo("node-x", 1)
                .bar("node-y", 1)
                .verdicts(hard(hard(1, "zone").label("bar", ""), 1, "node", BAR)))
        .isEqualTo("UUMU");
  }

  @Test
  void matchLabelKeysNarrowTheSelectorDown() {
    SpreadScene scene =
        twoZones()
            .with(pod("old").label("foo", "").label("hash", "1").on("node-a"))
            .with(pod("new").label("foo", "").label("hash", "2").on("node-x"));
    UnaryOperator<TopologySpreadConstraintBuilder> byHash = c -> c.withMatchLabelKeys(List.of("hash", "absent"));
    assertThat(scene.verdicts(hard(pod("p").label("foo", "").label("hash", "1"), "zone", FOO, byHash)))
        .isEqualTo("UUFF");
    assertThat(scene.verdicts(hard(pod("p").label("hash", "2"), "zone", selector().obj(), byHash))).isEqualTo("FFUU");
    assertThat(scene.verdicts(hard(pod("p").label("foo", "").label("hash", "1"), "zone", null, byHash)))
        .isEqualTo("FFFF");
  }

  @Test
  void softConstraintsRefuseNoNode() {
    assertThat(
            twoZones()
                .foo("node-a", 5)
                .verdicts(pod("p").label("foo", "").spreadConstraint(1, "zone", "ScheduleAnyway", FOO)))
        .isEqualTo("FFFF");
  }
}
