package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.bare;
import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.dynamicresources.PluginBench.pod;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.FeatureGates;
import io.berth.framework.NodeScoreList;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Source: plugins/dynamicresources/dynamicresources_test.go (Test_computesScore, TestNormalizeScore), v1.37.2. */
class PrioritizedScoreTest {
  private final PluginBench bench =
      new PluginBench()
          .deviceClass("large", "device.driver == \"large.example.com\"")
          .deviceClass("small", "device.driver == \"small.example.com\"");
  private final PodInfo pod = pod("p", "c").info();

  private long score(PodInfo pod, String node) {
    assertThat(bench.filter(pod, node)).isSuccess();
    return bench.plugin.score(bench.state, pod, bench.handle.cache().node(node));
  }

  private PluginBench largeOnN1SmallOnBoth() {
    return bench
        .slice("n1-large", "large.example.com", "n1", "l1", "l2")
        .slice("n1-small", "small.example.com", "n1", "s1", "s2")
        .slice("n2-small", "small.example.com", "n2", "s1", "s2");
  }

  @Test
  void theEarlierTheAlternativeTheHigherTheScore() {
    largeOnN1SmallOnBoth().claims(bare("c").oneOf("r", "large", "small").obj());
    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.plugin.preScore(bench.state, pod, bench.handle.cache().list())).isSuccess();
    assertThat(score(pod, "n1")).isEqualTo(8);
    assertThat(score(pod, "n2")).isEqualTo(7);
  }

  @Test
  void requestsWithAlternativesAddUpAndTheOthersDoNotCount() {
    largeOnN1SmallOnBoth()
        .claims(bare("c").oneOf("a", "large", "small").request("plain", "gpu").oneOf("b", "large", "gpu", "small").obj());
    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(score(pod, "n1")).as("the plain request takes the second large one").isEqualTo(8 + 7);
    bench.slice("n2-more", "other.example.com", "n2", "o1", "o2");
    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(score(pod, "n2")).isEqualTo(7 + 7);
  }

  @Test
  void allClaimsOfThePodCount() {
    PodInfo both = pod("p", "c", "d").info();
    largeOnN1SmallOnBoth()
        .claims(bare("c").oneOf("r", "large", "small").obj(), bare("d").oneOf("r", "large", "small").obj());
    assertThat(bench.preFilter(both)).isAllNodes();
    assertThat(score(both, "n1")).isEqualTo(16);
    assertThat(score(both, "n2")).isEqualTo(14);
  }

  @Test
  void whatAnAllocatedClaimWasGivenCountsBesideWhatIsFound() {
    PodInfo both = pod("p", "given", "c").info();
    largeOnN1SmallOnBoth()
        .claims(
            bare("given").oneOf("r", "large", "small").on("n2", "s1").device(d -> d.withRequest("r/alternative-1")).obj(),
            bare("c").oneOf("r", "large", "small").obj());
    assertThat(bench.preFilter(both)).isAllNodes();
    assertThat(score(both, "n2")).isEqualTo(7 + 7);
  }

  @Test
  void withoutAlternativesNodesAreNotRanked() {
    bench.devices("n1", "d1").claims(claim("c").obj());
    assertThat(bench.preFilter(pod)).isAllNodes();
    assertThat(bench.plugin.preScore(bench.state, pod, bench.handle.cache().list())).isSkip();
    assertThat(score(pod, "n1")).isZero();
  }

  @Test
  void withoutTheGateNodesAreNotRanked() {
    PluginBench off =
        new PluginBench(
            FeatureGates.defaults().with(FeatureGates.DRA_PRIORITIZED_LIST, false), DynamicResourcesArgs.DEFAULT);
    off.devices("n1", "d1").claims(claim("c").obj());
    assertThat(off.preFilter(pod)).isAllNodes();
    assertThat(off.plugin.preScore(off.state, pod, off.handle.cache().list())).isSkip();
  }

  @Test
  void theBestNodeHasTheHighestScoreThereIs() {
    NodeScoreList scores =
        new NodeScoreList(List.of(bench.handle.cache().node("n1"), bench.handle.cache().node("n2")), new long[] {8, 7});
    assertThat(bench.plugin.normalizeScore(bench.state, pod, scores)).isSuccess();
    assertThat(List.of(scores.get(0), scores.get(1))).containsExactly(100L, 87L);
  }
}
