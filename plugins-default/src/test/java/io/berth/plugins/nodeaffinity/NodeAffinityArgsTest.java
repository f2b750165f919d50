package io.berth.plugins.nodeaffinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.framework.config.InvalidArgsException;
import io.fabric8.kubernetes.api.model.NodeAffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAffinityArgsTest {

  private static Map<String, Object> added(Object required, Object preferred) {
    return Map.of(
        "addedAffinity",
        Map.of(
            "requiredDuringSchedulingIgnoredDuringExecution", required,
            "preferredDuringSchedulingIgnoredDuringExecution", preferred));
  }

  @Test
  void nothingIsAddedByDefault() {
    NodeAffinityArgs args = NodeAffinityArgs.from(Map.of());
    assertThat(args.required()).isNull();
    assertThat(args.preferred().isEmpty()).isTrue();
  }

  @Test
  void fieldsOfTheNodeCanBeMatched() {
    NodeAffinityArgs args =
        NodeAffinityArgs.from(
            Map.of(
                "kind", "NodeAffinityArgs",
                "addedAffinity",
                    Map.of(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        Map.of(
                            "nodeSelectorTerms",
                            List.of(
                                Map.of(
                                    "matchFields",
                                    List.of(
                                        Map.of(
                                            "key", "metadata.name",
                                            "operator", "In",
                                            "values", List.of("n1")))))))));
    assertThat(args.required().matches("n1", Map.of())).isTrue();
    assertThat(args.required().matches("n2", Map.of())).isFalse();
  }

  @Test
  void everyTermThatCannotBeReadIsNamed() {
    Map<String, Object> bad = Map.of("key", "k", "operator", "Is", "values", List.of("v"));
    InvalidArgsException thrown =
        catchThrowableOfType(
            InvalidArgsException.class,
            () ->
                NodeAffinityArgs.from(
                    added(
                        Map.of("nodeSelectorTerms", List.of(Map.of("matchExpressions", List.of(bad)))),
                        List.of(Map.of("weight", 1, "preference", Map.of("matchExpressions", List.of(bad)))))));
    assertThat(thrown.problems())
        .hasSize(2)
        .allSatisfy(problem -> assertThat(problem).contains("Unsupported value: \"Is\""))
        .anySatisfy(
            problem ->
                assertThat(problem)
                    .startsWith("addedAffinity.requiredDuringSchedulingIgnoredDuringExecution: nodeSelectorTerms[0]"))
        .anySatisfy(
            problem ->
                assertThat(problem).startsWith("addedAffinity.preferredDuringSchedulingIgnoredDuringExecution: [0]"));
  }

  @Test
  void misspeltFieldsAreNamed() {
    assertThatThrownBy(() -> NodeAffinityArgs.from(Map.of("addedAffinity", Map.of("required", Map.of()))))
        .hasMessageContaining("addedAffinity.required: unknown field");
  }

  @Test
  void anAffinityObjectIsCheckedAsWell() {
    var affinity =
        new NodeAffinityBuilder()
            .withNewRequiredDuringSchedulingIgnoredDuringExecution()
            .addNewNodeSelectorTerm()
            .addToMatchExpressions(new NodeSelectorRequirement("k", "Exists", List.of("v")))
            .endNodeSelectorTerm()
            .endRequiredDuringSchedulingIgnoredDuringExecution()
            .build();
    assertThatThrownBy(() -> NodeAffinityArgs.of(affinity)).isInstanceOf(InvalidArgsException.class);
  }
}
