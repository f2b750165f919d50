package io.berth.plugins.noderesources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: plugins/noderesources/balanced_allocation_test.go, v1.37.2. */
class NodeResourcesBalancedAllocationParityTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final NodeResourcesBalancedAllocationArgs WITH_GPU =
      new NodeResourcesBalancedAllocationArgs(
          List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1), new ResourceSpec(GPU, 1)));

  private static NodeFixture sized(String name, String cpu, String memory) {
    return node(name).capacity("cpu", cpu, "memory", memory);
  }

  private static NodeInfo using(NodeFixture fixture, String... used) {
    NodeInfo node = fixture.info();
    return node.withPod(pod("on-" + node.name()).req(used).on(node.name()).info());
  }

  private static Map<String, Long> scores(PodFixture pod, NodeInfo... nodes) {
    return scores(NodeResourcesBalancedAllocationArgs.DEFAULT, pod, nodes);
  }

  private static Map<String, Long> scores(
      NodeResourcesBalancedAllocationArgs args, PodFixture pod, NodeInfo... nodes) {
    NodeResourcesBalancedAllocation plugin = new NodeResourcesBalancedAllocation(new FakeHandle(), args);
    Map<String, Long> scores = Cycle.of(plugin, pod.info()).scores(nodes);
    assertThat(Cycle.of(plugin, pod.info()).scoresWithoutPreScore(nodes)).isEqualTo(scores);
    return scores;
  }

  @Test
  void aPodThatRequestsNothingIsNotScored() {
    NodeResourcesBalancedAllocation plugin =
        new NodeResourcesBalancedAllocation(new FakeHandle(), NodeResourcesBalancedAllocationArgs.DEFAULT);
    assertThat(Cycle.of(plugin, pod("p").container("i").info()).preScore()).isEqualTo(Status.SKIP);
    assertThat(Cycle.of(plugin, pod("p").info()).scoresWithoutPreScore(sized("a", "1", "1Gi").info()))
        .isEqualTo(Map.of("a", 0L));
  }

  @Test
  void theNodeThatIsBetterBalancedWithThePodScoresHigher() {
    PodFixture pod = pod("p").req("cpu", "3", "memory", "5000");
    NodeInfo cpuOnly = using(sized("a", "10", "20000"), "cpu", "3");
    NodeInfo both = using(sized("b", "10", "20000"), "cpu", "3", "memory", "5000");
    assertThat(scores(pod, cpuOnly, both)).isEqualTo(Map.of("a", 73L, "b", 74L));
    NodeInfo larger = using(sized("b", "10", "50000"), "cpu", "3", "memory", "5000");
    assertThat(scores(pod, cpuOnly, larger)).isEqualTo(Map.of("a", 73L, "b", 70L));
  }

  @Test
  void fromOneExtremeToTheOtherTheScoreIsBetween50And100() {
    PodFixture pod = pod("p").req("memory", "5000");
    assertThat(scores(pod, using(sized("a", "3", "5000"), "cpu", "3"), sized("b", "3", "5000").info()))
        .isEqualTo(Map.of("a", 100L, "b", 50L));
  }

  @Test
  void moreThanTheWholeCountsAsTheWhole() {
    PodFixture pod = pod("p").req("cpu", "3");
    NodeInfo a = using(sized("a", "6", "10000"), "cpu", "3");
    NodeInfo b = using(sized("b", "6", "10000"), "cpu", "3", "memory", "5000");
    assertThat(scores(pod, a, b)).isEqualTo(Map.of("a", 62L, "b", 62L));
    NodeInfo over = using(sized("c", "4", "10000"), "cpu", "3");
    assertThat(scores(pod, over)).isEqualTo(Map.of("c", 69L));
  }

  @Test
  void threeResourcesAreBalancedByTheirDeviation() {
    PodFixture pod = pod("p").req(GPU, "1");
    NodeInfo a = using(sized("a", "3500m", "40000").resource(GPU, "8"), "cpu", "3", "memory", "5000", GPU, "3");
    NodeInfo b = using(sized("b", "3500m", "40000").resource(GPU, "8"), "cpu", "3", "memory", "5000");
    assertThat(scores(WITH_GPU, pod, a, b)).isEqualTo(Map.of("a", 75L, "b", 76L));
  }

  @Test
  void anExtendedResourceThatThePodDoesNotRequestIsLeftOut() {
    PodFixture pod = pod("p").req("cpu", "3", "memory", "5000");
    assertThat(
            scores(
                WITH_GPU,
                pod,
                sized("a", "3500m", "40000").resource(GPU, "8").info(),
                sized("b", "3500m", "40000").info()))
        .isEqualTo(Map.of("a", 56L, "b", 56L));
  }
}
