package io.berth.framework.model;

import static io.berth.framework.model.TestObjects.info;
import static io.berth.framework.model.TestObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.selector.Selector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadConstraintTest {

  private static SpreadConstraint compiled(TopologySpreadConstraintBuilder constraint) {
    PodInfo info = info(pod("p").editMetadata().addToLabels("app", "web").addToLabels("hash", "1").endMetadata()
        .editSpec().withTopologySpreadConstraints(constraint.build()).endSpec().build());
    assertThat(info.topologySpreadConstraints()).isSameAs(info.topologySpreadConstraints()).hasSize(1);
    return info.topologySpreadConstraints().get(0);
  }

  private static TopologySpreadConstraintBuilder constraint() {
    return new TopologySpreadConstraintBuilder().withMaxSkew(2).withTopologyKey("zone").withWhenUnsatisfiable("DoNotSchedule")
        .withNewLabelSelector().addToMatchLabels("app", "web").endLabelSelector();
  }

  @Test
  void fillsInDefaults() {
    assertThat(compiled(constraint())).isEqualTo(new SpreadConstraint(2, "zone", SpreadConstraint.DO_NOT_SCHEDULE,
        Selector.ofLabels(Map.of("app", "web")), Selector.ofLabels(Map.of("app", "web")), 1, true, false, null));
  }

  @Test
  void readsPoliciesAndMergesLabelsOfThePod() {
    SpreadConstraint constraint = compiled(constraint().withMinDomains(3).withNodeAffinityPolicy("Ignore")
        .withNodeTaintsPolicy("Honor").withMatchLabelKeys("hash", "absent"));

    assertThat(constraint.minDomains()).isEqualTo(3);
    assertThat(constraint.honorNodeAffinity()).isFalse();
    assertThat(constraint.honorNodeTaints()).isTrue();
    assertThat(constraint.selector()).hasToString("app=web");
    assertThat(constraint.mergedSelector()).hasToString("app=web,hash=1");
  }

  @Test
  void anInvalidSelectorIsToldNotThrown() {
    SpreadConstraint constraint = compiled(constraint().withNewLabelSelector()
        .addToMatchExpressions(new LabelSelectorRequirement("app", "In", List.of())).endLabelSelector());

    assertThat(constraint.parseError())
        .isEqualTo("values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty");
    assertThat(constraint.mergedSelector()).isSameAs(Selector.nothing());
  }
}
