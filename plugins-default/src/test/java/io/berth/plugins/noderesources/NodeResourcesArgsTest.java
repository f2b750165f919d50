package io.berth.plugins.noderesources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.framework.config.InvalidArgsException;
import io.berth.plugins.noderesources.ScoringStrategy.LeastAllocated;
import io.berth.plugins.noderesources.ScoringStrategy.MostAllocated;
import io.berth.plugins.noderesources.ScoringStrategy.RequestedToCapacityRatio;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/apis/config/validation/validation_pluginargs_test.go and v1/defaults_test.go, v1.37.2. */
class NodeResourcesArgsTest {
  private static final List<ResourceSpec> BOTH = List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1));

  private static NodeResourcesFitArgs strategy(Map<String, ?> strategy) {
    return NodeResourcesFitArgs.from(Map.of("scoringStrategy", strategy));
  }

  private static List<String> problems(Map<String, ?> args) {
    return catchThrowableOfType(InvalidArgsException.class, () -> NodeResourcesFitArgs.from(args)).problems();
  }

  @Test
  void whatIsAbsentHasUpstreamsDefaults() {
    assertThat(NodeResourcesFitArgs.from(Map.of())).isEqualTo(NodeResourcesFitArgs.DEFAULT);
    assertThat(NodeResourcesFitArgs.DEFAULT.scoringStrategy()).isEqualTo(new LeastAllocated(BOTH));
    assertThat(strategy(Map.of("type", "MostAllocated")).scoringStrategy()).isEqualTo(new MostAllocated(BOTH));
    assertThat(
            strategy(
                    Map.of(
                        "type", "LeastAllocated",
                        "resources", List.of(Map.of("name", "cpu"), Map.of("name", "memory", "weight", 0))))
                .scoringStrategy())
        .isEqualTo(new LeastAllocated(BOTH));
    assertThat(NodeResourcesBalancedAllocationArgs.from(Map.of()))
        .isEqualTo(NodeResourcesBalancedAllocationArgs.DEFAULT);
  }

  @Test
  void everythingCanBeConfigured() {
    NodeResourcesFitArgs args =
        NodeResourcesFitArgs.from(
            Map.of(
                "ignoredResources", List.of("example.com/foo"),
                "ignoredResourceGroups", List.of("example.org"),
                "scoringStrategy",
                    Map.of(
                        "type", "RequestedToCapacityRatio",
                        "resources", List.of(Map.of("name", "cpu", "weight", 3)),
                        "requestedToCapacityRatio",
                            Map.of(
                                "shape",
                                List.of(
                                    Map.of("utilization", 0, "score", 0), Map.of("utilization", 100, "score", 10))))));
    assertThat(args)
        .isEqualTo(
            new NodeResourcesFitArgs(
                List.of("example.com/foo"),
                List.of("example.org"),
                new RequestedToCapacityRatio(
                    List.of(new ResourceSpec("cpu", 3)),
                    List.of(new UtilizationShapePoint(0, 0), new UtilizationShapePoint(100, 10)))));
  }

  @Test
  void allProblemsAreToldAtOnce() {
    assertThat(
            problems(
                Map.of(
                    "ignoredResources", List.of("ok.io/x", "//no"),
                    "ignoredResourceGroups", List.of("has/slash", "-bad"),
                    "scoringStrategy",
                        Map.of(
                            "type", "RequestedToCapacityRatio",
                            "resources", List.of(Map.of("name", "cpu", "weight", 101), Map.of("name", "x", "weight", -1)),
                            "requestedToCapacityRatio",
                                Map.of(
                                    "shape",
                                    List.of(
                                        Map.of("utilization", 50, "score", 11),
                                        Map.of("utilization", 50, "score", -1),
                                        Map.of("utilization", 101)))),
                    "typo", 1)))
        .containsExactly(
            "ignoredResources[1]: \"//no\" is no qualified name",
            "ignoredResourceGroups[0]: \"has/slash\" has a '/'; give the part before it",
            "ignoredResourceGroups[1]: \"-bad\" is no qualified name",
            "scoringStrategy.resources[0].weight: 101 of cpu is not between 1 and 100",
            "scoringStrategy.resources[1].weight: -1 of x is not between 1 and 100",
            "scoringStrategy.requestedToCapacityRatio.shape[1].utilization: 50 is not above the point before; sort the"
                + " points by utilisation",
            "scoringStrategy.requestedToCapacityRatio.shape[0].score: 11 is not between 0 and 10",
            "scoringStrategy.requestedToCapacityRatio.shape[1].score: -1 is not between 0 and 10",
            "scoringStrategy.requestedToCapacityRatio.shape[2].utilization: 101 is not between 0 and 100",
            "typo: unknown field; known: apiVersion, ignoredResourceGroups, ignoredResources, kind, scoringStrategy");
  }

  @Test
  void theTypeOfTheStrategyMustBeKnown() {
    assertThat(problems(Map.of("scoringStrategy", Map.of("type", "Best"))))
        .containsExactly(
            "scoringStrategy.type: \"Best\" is none of LeastAllocated, MostAllocated, RequestedToCapacityRatio");
    assertThat(problems(Map.of("scoringStrategy", Map.of()))).hasSize(1);
  }

  @Test
  void aShapeBelongsToTheRatioAndTheRatioNeedsOne() {
    assertThat(problems(Map.of("scoringStrategy", Map.of("type", "RequestedToCapacityRatio"))))
        .containsExactly("scoringStrategy.requestedToCapacityRatio.shape: at least one point is needed");
    assertThat(
            problems(
                Map.of("scoringStrategy", Map.of("type", "MostAllocated", "requestedToCapacityRatio", Map.of()))))
        .containsExactly(
            "scoringStrategy.requestedToCapacityRatio: is for the type RequestedToCapacityRatio; leave it out or change"
                + " the type");
  }

  @Test
  void argumentsMadeInCodeAreCheckedAsWell() {
    assertThatThrownBy(() -> NodeResourcesFitArgs.DEFAULT.withScoringStrategy(new MostAllocated(List.of())))
        .isInstanceOf(InvalidArgsException.class);
    assertThatThrownBy(() -> new NodeResourcesBalancedAllocationArgs(List.of()))
        .isInstanceOf(InvalidArgsException.class);
  }

  @Test
  void balancedResourcesAreDistinctAndOfWeightOne() {
    InvalidArgsException thrown =
        catchThrowableOfType(
            InvalidArgsException.class,
            () ->
                NodeResourcesBalancedAllocationArgs.from(
                    Map.of(
                        "resources",
                        List.of(Map.of("name", "cpu", "weight", 2), Map.of("name", "memory"), Map.of("name", "cpu")))));
    assertThat(thrown.problems())
        .containsExactly("resources[0].weight: 2 should be 1", "resources[2].name: \"cpu\" is there twice");
  }
}
