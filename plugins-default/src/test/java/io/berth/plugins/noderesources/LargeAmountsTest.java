package io.berth.plugins.noderesources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.ScorePlugin;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory is measured in bytes; whatever its size, the same shares score the same. */
class LargeAmountsTest {
  private static final List<ResourceSpec> MEMORY = List.of(new ResourceSpec("memory", 1));
  private static final NodeResourcesBalancedAllocation BALANCED =
      new NodeResourcesBalancedAllocation(new FakeHandle(), NodeResourcesBalancedAllocationArgs.DEFAULT);

  private static ScorePlugin fit(ScoringStrategy strategy) {
    return new NodeResourcesFit(new FakeHandle(), NodeResourcesFitArgs.DEFAULT.withScoringStrategy(strategy));
  }

  /** A node with 16 of the unit, of which pods use some, and a pod that wants 4 of it. */
  private static long score(ScorePlugin plugin, String unit, int... used) {
    NodeInfo node = node("n").capacity("cpu", "16", "memory", "16" + unit).info();
    for (int i = 0; i < used.length; i++) {
      node = node.withPod(pod("on" + i).req("cpu", "1", "memory", used[i] + unit).on("n").info());
    }
    return Cycle.of(plugin, pod("p").req("cpu", "1", "memory", "4" + unit).info()).scores(node).get("n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"M", "G", "T", "P", "E", "000000E"})
  void theLeastAndTheMostAllocatedAreFoundAtAnySize(String unit) {
    ScorePlugin least = fit(new ScoringStrategy.LeastAllocated(MEMORY));
    ScorePlugin most = fit(new ScoringStrategy.MostAllocated(MEMORY));
    ScorePlugin ratio =
        fit(
            new ScoringStrategy.RequestedToCapacityRatio(
                MEMORY, List.of(new UtilizationShapePoint(0, 0), new UtilizationShapePoint(100, 10))));
    assertThat(score(least, unit)).isEqualTo(75);
    assertThat(score(least, unit, 4, 4)).isEqualTo(25);
    assertThat(score(most, unit, 4, 4)).isEqualTo(75);
    assertThat(score(ratio, unit, 4, 4)).isEqualTo(75);
  }

  @ParameterizedTest
  @ValueSource(strings = {"M", "P", "E", "000000E"})
  void nothingIsLeftOfANodeThatIsExceeded(String unit) {
    assertThat(score(fit(new ScoringStrategy.LeastAllocated(MEMORY)), unit, 8, 8)).isZero();
    assertThat(score(fit(new ScoringStrategy.MostAllocated(MEMORY)), unit, 8, 8, 8)).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"M", "P", "E", "000000E"})
  void balanceIsTheSameAtAnySize(String unit) {
    assertThat(score(BALANCED, unit)).isEqualTo(score(BALANCED, "G"));
    assertThat(score(BALANCED, unit, 8, 4)).isEqualTo(score(BALANCED, "G", 8, 4)).isNotEqualTo(score(BALANCED, unit, 4, 4, 4, 4));
  }

  @Test
  void sumsThatComeRoundIn64BitsAreNotTakenForSmall() {
    String third = "6148914691236517206"; // three of them are 2^64 + 2
    NodeInfo node = node("n").capacity("memory", "20E").info();
    for (int i = 0; i < 3; i++) {
      node = node.withPod(pod("on" + i).req("memory", third).on("n").info());
    }
    long score = Cycle.of(fit(new ScoringStrategy.LeastAllocated(MEMORY)), pod("p").req("memory", "1").info()).scores(node).get("n");
    assertThat(score).isEqualTo(7);
  }
}
