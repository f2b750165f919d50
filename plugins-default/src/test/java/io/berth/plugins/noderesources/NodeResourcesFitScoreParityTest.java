package io.berth.plugins.noderesources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.model.NodeInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.PodFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: plugins/noderesources/least_allocated_test.go, most_allocated_test.go and the like, v1.37.2. */
class NodeResourcesFitScoreParityTest {
  private static final String FOO = "example.com/foo";
  private static final List<ResourceSpec> BOTH = List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1));
  private static final ScoringStrategy LEAST = new ScoringStrategy.LeastAllocated(BOTH);
  private static final ScoringStrategy MOST = new ScoringStrategy.MostAllocated(BOTH);

  private static final PodFixture THREE_CORES =
      pod("p").req("cpu", "1000", "memory", "2000").req("cpu", "2000", "memory", "3000");

  private static NodeInfo sized(String name, String cpu, String memory) {
    return node(name).capacity("cpu", cpu, "memory", memory).info();
  }

  private static NodeInfo using(NodeInfo node, String cpu, String memory) {
    return node.withPod(pod("on-" + node.name()).req("cpu", cpu, "memory", memory).on(node.name()).info());
  }

  private static Map<String, Long> scores(ScoringStrategy strategy, PodFixture pod, NodeInfo... nodes) {
    NodeResourcesFit plugin =
        new NodeResourcesFit(new FakeHandle(), NodeResourcesFitArgs.DEFAULT.withScoringStrategy(strategy));
    Map<String, Long> scores = Cycle.of(plugin, pod.info()).scores(nodes);
    assertThat(Cycle.of(plugin, pod.info()).scoresWithoutPreScore(nodes)).isEqualTo(scores);
    return scores;
  }

  @Test
  void leastAllocatedFavoursTheNodeWithMoreLeft() {
    assertThat(scores(LEAST, THREE_CORES, sized("a", "4000", "10000"), sized("b", "6000", "10000")))
        .isEqualTo(Map.of("a", 37L, "b", 50L));
    assertThat(
            scores(
                LEAST,
                THREE_CORES,
                using(sized("a", "10000", "20000"), "3000", "0"),
                using(sized("b", "10000", "50000"), "3000", "5000")))
        .isEqualTo(Map.of("a", 57L, "b", 60L));
  }

  @Test
  void leastAllocatedGivesNothingForAResourceThatIsExceeded() {
    assertThat(
            scores(
                LEAST,
                pod("p").req("cpu", "3000", "memory", "0"),
                using(sized("a", "4000", "10000"), "3000", "0"),
                using(sized("b", "4000", "10000"), "3000", "5000")))
        .isEqualTo(Map.of("a", 50L, "b", 25L));
  }

  @Test
  void weightsCount() {
    ScoringStrategy memoryTwice =
        new ScoringStrategy.LeastAllocated(List.of(new ResourceSpec("memory", 2), new ResourceSpec("cpu", 1)));
    assertThat(scores(memoryTwice, THREE_CORES, sized("a", "4000", "10000"), sized("b", "6000", "10000")))
        .isEqualTo(Map.of("a", 41L, "b", 50L));
  }

  @Test
  void anExtendedResourceCountsOnlyIfThePodRequestsIt() {
    ScoringStrategy withFoo =
        new ScoringStrategy.LeastAllocated(
            List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1), new ResourceSpec(FOO, 1)));
    NodeInfo a = node("a").capacity("cpu", "6000", "memory", "10000", FOO, "4").info();
    NodeInfo b = node("b").capacity("cpu", "6000", "memory", "10000", FOO, "10").info();
    assertThat(scores(withFoo, THREE_CORES, a, sized("none", "6000", "10000")))
        .isEqualTo(Map.of("a", 50L, "none", 50L));
    assertThat(scores(withFoo, pod("p").req("cpu", "3000", "memory", "5000", FOO, "2"), a, b))
        .isEqualTo(Map.of("a", 50L, "b", 60L));
  }

  @Test
  void resourcesThatNoNodeAccountsAreNotScored() {
    ScoringStrategy odd =
        new ScoringStrategy.LeastAllocated(List.of(new ResourceSpec("pods", 1), new ResourceSpec("nonsense", 1)));
    assertThat(scores(odd, THREE_CORES, sized("a", "6000", "10000"))).isEqualTo(Map.of("a", 0L));
  }

  @Test
  void podsWithoutRequestsCountWithTheDefaults() {
    NodeInfo node = sized("a", "1", "1000Mi");
    assertThat(scores(LEAST, pod("p").container("i"), node)).isEqualTo(Map.of("a", 85L));
    NodeInfo busy = node.withPod(pod("q").container("i").on("a").info());
    assertThat(scores(LEAST, pod("p").container("i"), busy)).isEqualTo(Map.of("a", 70L));
  }

  @Test
  void mostAllocatedFavoursTheFullerNode() {
    assertThat(scores(MOST, THREE_CORES, sized("a", "4000", "10000"), sized("b", "6000", "10000")))
        .isEqualTo(Map.of("a", 62L, "b", 50L));
    assertThat(
            scores(
                MOST,
                THREE_CORES,
                using(sized("a", "10000", "20000"), "3000", "0"),
                using(sized("b", "10000", "20000"), "3000", "5000")))
        .isEqualTo(Map.of("a", 42L, "b", 55L));
  }

  @Test
  void mostAllocatedTakesAnExceededResourceAsFull() {
    assertThat(
            scores(
                MOST,
                pod("p").req("cpu", "3000", "memory", "0"),
                using(sized("a", "4000", "10000"), "3000", "5000")))
        .isEqualTo(Map.of("a", 75L));
  }

  private static ScoringStrategy ratio(List<ResourceSpec> resources, int... shape) {
    List<UtilizationShapePoint> points = new ArrayList<>();
    for (int i = 0; i < shape.length; i += 2) {
      points.add(new UtilizationShapePoint(shape[i], shape[i + 1]));
    }
    return new ScoringStrategy.RequestedToCapacityRatio(resources, points);
  }

  @Test
  void theRatioIsReadOffTheLineAndRounded() {
    ScoringStrategy falling = ratio(BOTH, 0, 10, 100, 0);
    assertThat(scores(falling, pod("p"), sized("a", "4000", "10000"))).isEqualTo(Map.of("a", 100L));
    assertThat(scores(falling, THREE_CORES, sized("a", "4000", "10000"), sized("b", "6000", "10000")))
        .isEqualTo(Map.of("a", 38L, "b", 50L));
  }

  @Test
  void aResourceThatScoresNothingIsLeftOutOfTheMean() {
    ScoringStrategy rising = ratio(List.of(new ResourceSpec(FOO, 1), new ResourceSpec("cpu", 1)), 0, 0, 100, 10);
    NodeInfo node = node("a").capacity("cpu", "10000", FOO, "4").info();
    assertThat(scores(rising, pod("p").req("cpu", "0", FOO, "2"), node)).isEqualTo(Map.of("a", 50L));
    assertThat(scores(rising, pod("p").req("cpu", "5000", FOO, "1"), node)).isEqualTo(Map.of("a", 38L));
    assertThat(scores(rising, pod("p").req("cpu", "20000"), node)).isEqualTo(Map.of("a", 100L));
    assertThat(scores(rising, pod("p").req("cpu", "0"), node)).isEqualTo(Map.of("a", 0L));
  }

  @Test
  void theLineIsLevelOutsideItsPointsAndRoundsTowardsZeroWithin() {
    BrokenLine line = BrokenLine.of(List.of(new UtilizationShapePoint(10, 1), new UtilizationShapePoint(90, 9)));
    assertThat(new long[] {line.at(-10), line.at(0), line.at(10), line.at(15), line.at(89), line.at(90), line.at(110)})
        .containsExactly(10, 10, 10, 15, 89, 90, 90);
    BrokenLine bent =
        BrokenLine.of(
            List.of(new UtilizationShapePoint(0, 2), new UtilizationShapePoint(40, 10), new UtilizationShapePoint(100, 0)));
    assertThat(new long[] {bent.at(0), bent.at(20), bent.at(30), bent.at(40), bent.at(70), bent.at(99), bent.at(100)})
        .containsExactly(20, 60, 80, 100, 50, 2, 0);
  }
}
