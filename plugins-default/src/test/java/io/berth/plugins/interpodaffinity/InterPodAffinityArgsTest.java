package io.berth.plugins.interpodaffinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.config.InvalidArgsException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterPodAffinityArgsTest {
  @Test
  void whatIsAbsentHasUpstreamsDefaults() {
    assertThat(InterPodAffinityArgs.from(Map.of())).isEqualTo(new InterPodAffinityArgs(1, false));
    assertThat(InterPodAffinityArgs.from(Map.of())).isEqualTo(InterPodAffinityArgs.DEFAULT);
  }

  @Test
  void whatIsGivenIsRead() {
    assertThat(
            InterPodAffinityArgs.from(Map.of("hardPodAffinityWeight", 0, "ignorePreferredTermsOfExistingPods", true)))
        .isEqualTo(new InterPodAffinityArgs(0, true));
  }

  @Test
  void aWeightOutOfRangeAndUnknownFieldsAreToldAtOnce() {
    assertThatThrownBy(() -> InterPodAffinityArgs.from(Map.of("hardPodAffinityWeight", 101, "weight", 1)))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("hardPodAffinityWeight: 101 is not between 0 and 100")
        .hasMessageContaining("weight: unknown field");
    assertThatThrownBy(() -> new InterPodAffinityArgs(-1, false)).isInstanceOf(InvalidArgsException.class);
  }
}
