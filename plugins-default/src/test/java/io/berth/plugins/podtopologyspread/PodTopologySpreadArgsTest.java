package io.berth.plugins.podtopologyspread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.config.InvalidArgsException;
import io.berth.framework.model.SpreadConstraint;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PodTopologySpreadArgsTest {
  @Test
  void theSystemSpreadsOverNodesAndZonesByDefault() {
    assertThat(PodTopologySpreadArgs.from(Map.of())).isEqualTo(PodTopologySpreadArgs.DEFAULT);
    assertThat(PodTopologySpreadArgs.DEFAULT.effectiveConstraints())
        .containsExactly(
            new DefaultConstraint(3, "kubernetes.io/hostname", SpreadConstraint.SCHEDULE_ANYWAY),
            new DefaultConstraint(5, "topology.kubernetes.io/zone", SpreadConstraint.SCHEDULE_ANYWAY));
  }

  @Test
  void aListOfConstraintsIsRead() {
    PodTopologySpreadArgs args =
        PodTopologySpreadArgs.from(
            Map.of(
                "defaultingType",
                "List",
                "defaultConstraints",
                List.of(
                    Map.of("maxSkew", 1, "topologyKey", "zone", "whenUnsatisfiable", "DoNotSchedule"),
                    Map.of(
                        "maxSkew", 2,
                        "topologyKey", "rack",
                        "whenUnsatisfiable", "ScheduleAnyway",
                        "minDomains", 3,
                        "nodeAffinityPolicy", "Ignore",
                        "nodeTaintsPolicy", "Honor"))));

    assertThat(args.effectiveConstraints())
        .containsExactly(
            new DefaultConstraint(1, "zone", SpreadConstraint.DO_NOT_SCHEDULE),
            new DefaultConstraint(2, "rack", SpreadConstraint.SCHEDULE_ANYWAY, 3, "Ignore", "Honor"));
    assertThat(args).isEqualTo(PodTopologySpreadArgs.ofList(args.defaultConstraints()));
  }

  @Test
  void anEmptyListLeavesPodsWithoutConstraintsAlone() {
    assertThat(PodTopologySpreadArgs.from(Map.of("defaultingType", "List")).effectiveConstraints()).isEmpty();
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    Map<String, Object> wrong =
        Map.of(
            "defaultingType", "Lists",
            "unknown", 1,
            "defaultConstraints",
                List.of(
                    Map.of("maxSkew", 0, "topologyKey", "", "whenUnsatisfiable", "Sometimes", "labelSelector", Map.of()),
                    Map.of("maxSkew", 1, "topologyKey", "zone", "whenUnsatisfiable", "DoNotSchedule"),
                    Map.of("maxSkew", 2, "topologyKey", "zone", "whenUnsatisfiable", "DoNotSchedule")));

    assertThatThrownBy(() -> PodTopologySpreadArgs.from(wrong))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgsException.class))
        .extracting(InvalidArgsException::problems, InstanceOfAssertFactories.list(String.class))
        .containsExactly(
            "defaultConstraints[0].labelSelector: a default constraint must not have a selector: it follows from each pod",
            "defaultingType: \"Lists\" should be \"System\" or \"List\"",
            "defaultConstraints[0].maxSkew: 0 should be above 0",
            "defaultConstraints[0].topologyKey: \"\" is no label key",
            "defaultConstraints[0].whenUnsatisfiable: \"Sometimes\" should be one of DoNotSchedule, ScheduleAnyway",
            "defaultConstraints[2]: another constraint has the same topologyKey and whenUnsatisfiable",
            "unknown: unknown field; known: apiVersion, defaultConstraints, defaultingType, kind");
  }

  @Test
  void systemDefaultsLeaveNoRoomForOthers() {
    assertThatThrownBy(
            () ->
                new PodTopologySpreadArgs(
                    List.of(new DefaultConstraint(1, "zone", SpreadConstraint.DO_NOT_SCHEDULE)), "System"))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("defaultingType: \"System\" leaves no room for defaultConstraints; use \"List\"");
  }
}
