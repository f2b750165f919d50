package io.berth.preemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.config.InvalidArgsException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefaultPreemptionArgsTest {
  @Test
  void withoutArgumentsATenthOfTheNodesAndAHundredAtLeastAreEnough() {
    var args = DefaultPreemptionArgs.from(Map.of());

    assertThat(args).isEqualTo(DefaultPreemptionArgs.DEFAULT);
    assertThat(args.enoughOf(20)).isEqualTo(20);
    assertThat(args.enoughOf(1000)).isEqualTo(100);
    assertThat(args.enoughOf(5000)).isEqualTo(500);
  }

  @Test
  void numbersAreRead() {
    var args = DefaultPreemptionArgs.from(Map.of("minCandidateNodesPercentage", 5, "minCandidateNodesAbsolute", 1));

    assertThat(args.enoughOf(1000)).isEqualTo(50);
    assertThat(args.enoughOf(10)).isEqualTo(1);
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(() -> DefaultPreemptionArgs.from(Map.of("minCandidateNodesPercentage", 101, "minCandidateNodesAbsolute", -1)))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("101 is not in the range 0 to 100")
        .hasMessageContaining("-1 is negative");
    assertThatThrownBy(() -> new DefaultPreemptionArgs(0, 0)).hasMessageContaining("0 leaves no candidate");
  }
}
