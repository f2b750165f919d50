package io.berth.framework.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAffinityTest {

  private static NodeSelectorTerm labels(String key, String operator, String... values) {
    return new NodeSelectorTermBuilder()
        .addToMatchExpressions(new NodeSelectorRequirement(key, operator, List.of(values))).build();
  }

  private static NodeSelectorTerm fields(String operator, String... values) {
    return new NodeSelectorTermBuilder()
        .addToMatchFields(new NodeSelectorRequirement("metadata.name", operator, List.of(values))).build();
  }

  private static NodeSelectorMatcher matcher(NodeSelectorTerm... terms) {
    return NodeSelectorMatcher.of(new NodeSelectorBuilder().withNodeSelectorTerms(terms).build());
  }

  @Test
  void oneTermIsEnoughAndAnEmptyOneMatchesNoNode() {
    NodeSelectorMatcher matcher = matcher(labels("zone", "In", "a"), new NodeSelectorTerm(), fields("In", "n7"));

    assertThat(matcher.matches("n1", Map.of("zone", "a"))).isTrue();
    assertThat(matcher.matches("n7", Map.of())).isTrue();
    assertThat(matcher.matches("n1", Map.of())).isFalse();
    assertThat(matcher().matches("n1", Map.of())).isFalse();
  }

  @Test
  void comparesIntegersAndTakesNothingElseForOne() {
    NodeSelectorMatcher above = matcher(labels("cores", "Gt", "8"));
    NodeSelectorMatcher below = matcher(labels("cores", "Lt", "8"));

    assertThat(above.matches("n", Map.of("cores", "9"))).isTrue();
    assertThat(above.matches("n", Map.of("cores", "8"))).isFalse();
    assertThat(above.matches("n", Map.of("cores", "many"))).isFalse();
    assertThat(above.matches("n", Map.of("cores", "99999999999999999999"))).isFalse();
    assertThat(above.matches("n", Map.of())).isFalse();
    assertThat(below.matches("n", Map.of("cores", "-1"))).isTrue();
    assertThat(below.matches("n", Map.of("cores", ""))).isFalse();
  }

  @Test
  void matchesTheNameOfANode() {
    assertThat(matcher(fields("In", "n1")).matches("n1", Map.of())).isTrue();
    assertThat(matcher(fields("In", "n1")).matches("n2", Map.of())).isFalse();
    assertThat(matcher(fields("NotIn", "n1")).matches("n2", Map.of())).isTrue();
  }

  @Test
  void tellsWhichNodesAreNamedIfEveryTermNamesSome() {
    NodeSelectorTerm contradiction = new NodeSelectorTermBuilder(fields("In", "n1"))
        .addToMatchFields(new NodeSelectorRequirement("metadata.name", "In", List.of("n2"))).build();

    assertThat(matcher(fields("In", "n2"), fields("In", "n1")).nodeNames()).containsExactly("n1", "n2");
    assertThat(matcher(fields("In", "n2"), labels("a", "Exists")).nodeNames()).isNull();
    assertThat(matcher(fields("NotIn", "n2")).nodeNames()).isNull();
    assertThat(matcher(contradiction).nodeNames()).isEmpty();
    assertThat(matcher().nodeNames()).isNull();
  }

  @Test
  void aTermThatCannotBeCompiledOnlyMattersIfNoOtherMatches() {
    NodeSelectorMatcher matcher = matcher(labels("a", "Near", "x"), labels("cores", "Gt", "x"), labels("zone", "In", "a"),
        fields("In", "n1", "n2"));

    assertThat(matcher.matches("n1", Map.of("zone", "a"))).isTrue();
    assertThat(matcher.matches("n1", Map.of())).isFalse();
    assertThat(matcher.parseError()).isEqualTo(
        "[nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value: \"Near\": supported values: \"In\", \"NotIn\","
            + " \"Exists\", \"DoesNotExist\", \"Gt\", \"Lt\", nodeSelectorTerms[1].matchExpressions[0].values[0]: Invalid"
            + " value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer, nodeSelectorTerms[3].matchFields[0].values:"
            + " Invalid value: [\"n1\",\"n2\"]: must have one element]");
    assertThat(matcher(labels("a", "Exists")).parseError()).isNull();
  }

  @Test
  void nodeSelectorAndRequiredAffinityMustBothHold() {
    RequiredNodeAffinity both = RequiredNodeAffinity.of(Map.of("disk", "ssd"), new AffinityBuilder().withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution().withNodeSelectorTerms(labels("zone", "In", "a"))
        .endRequiredDuringSchedulingIgnoredDuringExecution().endNodeAffinity().build());

    assertThat(both.matches("n", Map.of("disk", "ssd", "zone", "a"))).isTrue();
    assertThat(both.matches("n", Map.of("disk", "ssd"))).isFalse();
    assertThat(both.matches("n", Map.of("zone", "a"))).isFalse();
    assertThat(both.isAny()).isFalse();
    assertThat(RequiredNodeAffinity.of(Map.of(), null)).isSameAs(RequiredNodeAffinity.any());
    assertThat(RequiredNodeAffinity.any().matches("n", Map.of())).isTrue();
    assertThat(RequiredNodeAffinity.any().nodeNames()).isNull();
    assertThat(RequiredNodeAffinity.any().parseError()).isNull();
  }

  @Test
  void weightsOfMatchingPreferencesAddUp() {
    PreferredNodeAffinity preferred = PreferredNodeAffinity.of(List.of(
        new PreferredSchedulingTerm(labels("zone", "In", "a"), 5),
        new PreferredSchedulingTerm(labels("disk", "Exists"), 3),
        new PreferredSchedulingTerm(labels("bad", "Near"), 0),
        new PreferredSchedulingTerm(new NodeSelectorTerm(), 9)));

    assertThat(preferred.score("n", Map.of("zone", "a", "disk", "x"))).isEqualTo(8);
    assertThat(preferred.score("n", Map.of("disk", "x"))).isEqualTo(3);
    assertThat(preferred.score("n", Map.of())).isZero();
    assertThat(preferred.parseError()).isNull();
    assertThat(PreferredNodeAffinity.of(List.of())).isSameAs(PreferredNodeAffinity.none());
  }

  @Test
  void oneInvalidPreferenceSpoilsAll() {
    PreferredNodeAffinity preferred = PreferredNodeAffinity.of(List.of(
        new PreferredSchedulingTerm(labels("zone", "In", "a"), 5), new PreferredSchedulingTerm(labels("zone", "In"), 5)));

    assertThat(preferred.isEmpty()).isTrue();
    assertThat(preferred.parseError()).isEqualTo(
        "[1].matchExpressions[0].values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty");
  }
}
