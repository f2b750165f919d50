package io.berth.framework.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAffinityEqualityTest {
  @Test
  void affinitiesWithTheSameConditionsAreEqual() {
    RequiredNodeAffinity first = RequiredNodeAffinity.of(Map.of("disk", "ssd"), zoneIn("a", "b"));
    RequiredNodeAffinity second = RequiredNodeAffinity.of(Map.of("disk", "ssd"), zoneIn("b", "a"));

    assertThat(first).isEqualTo(second).hasSameHashCodeAs(second);
  }

  @Test
  void anotherConditionMakesAnotherAffinity() {
    RequiredNodeAffinity affinity = RequiredNodeAffinity.of(Map.of("disk", "ssd"), zoneIn("a"));

    assertThat(affinity)
        .isNotEqualTo(RequiredNodeAffinity.of(Map.of("disk", "ssd"), zoneIn("b")))
        .isNotEqualTo(RequiredNodeAffinity.of(Map.of("disk", "ssd"), null))
        .isNotEqualTo(RequiredNodeAffinity.any());
  }

  private static Affinity zoneIn(String... zones) {
    return new AffinityBuilder()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey("zone")
        .withOperator("In")
        .withValues(zones)
        .endMatchExpression()
        .endNodeSelectorTerm()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
  }
}
