package io.berth.framework.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.selector.Requirement.Operator;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectorTest {

  private static Selector expression(String key, String operator, String... values) {
    return Selector.of(new LabelSelectorBuilder()
        .addToMatchExpressions(new LabelSelectorRequirement(key, operator, List.of(values))).build());
  }

  @Test
  void noSelectorMatchesNothingAndAnEmptyOneEverything() {
    assertThat(Selector.of((LabelSelector) null)).isSameAs(Selector.nothing());
    assertThat(Selector.of(new LabelSelector())).isSameAs(Selector.everything());
    assertThat(Selector.nothing().matches(Map.of())).isFalse();
    assertThat(Selector.everything().matches(Map.of())).isTrue();
    assertThat(Selector.nothing()).matches(Selector::isNothing).isNotEqualTo(Selector.everything());
    assertThat(Selector.everything()).matches(Selector::isEverything);
  }

  @Test
  void everyOperatorFollowsUpstream() {
    Map<String, String> labels = Map.of("app", "web", "size", "10", "empty", "");

    assertThat(expression("app", "In", "web", "db").matches(labels)).isTrue();
    assertThat(expression("app", "In", "db").matches(labels)).isFalse();
    assertThat(expression("absent", "In", "db").matches(labels)).isFalse();
    assertThat(expression("empty", "In", "").matches(labels)).isTrue();
    assertThat(expression("app", "NotIn", "db").matches(labels)).isTrue();
    assertThat(expression("absent", "NotIn", "db").matches(labels)).isTrue();
    assertThat(expression("empty", "Exists").matches(labels)).isTrue();
    assertThat(expression("absent", "DoesNotExist").matches(labels)).isTrue();
    assertThat(expression("app", "DoesNotExist").matches(labels)).isFalse();
  }

  @Test
  void isAKeyByContent() {
    Selector byLabels = Selector.of(new LabelSelectorBuilder()
        .addToMatchLabels("app", "web").addToMatchLabels("tier", "front").build());
    Selector byExpressions = Selector.of(new LabelSelectorBuilder()
        .addToMatchExpressions(new LabelSelectorRequirement("tier", "In", List.of("front")))
        .addToMatchExpressions(new LabelSelectorRequirement("app", "In", List.of("web"))).build());

    assertThat(byExpressions).isEqualTo(byLabels).hasSameHashCodeAs(byLabels).hasToString("app=web,tier=front");
    assertThat(expression("a", "In", "y", "x")).isEqualTo(expression("a", "In", "x", "y", "x")).hasToString("a in (x,y)");
    assertThat(expression("a", "In", "x")).isNotEqualTo(expression("a", "NotIn", "x"));
  }

  @Test
  void exposesTheLabelsThatItPinsDown() {
    Selector selector = Selector.of(new LabelSelectorBuilder().addToMatchLabels("app", "web")
        .addToMatchExpressions(new LabelSelectorRequirement("tier", "In", List.of("a", "b")))
        .addToMatchExpressions(new LabelSelectorRequirement("old", "DoesNotExist", List.of()))
        .build());

    assertThat(selector.exactLabels()).containsExactly(Map.entry("app", "web"));
    assertThat(selector.requirements()).extracting(Requirement::key).containsExactly("app", "old", "tier");
    assertThat(selector).hasToString("app=web,!old,tier in (a,b)");
  }

  @Test
  void growsByLabelsButNothingStaysNothing() {
    Selector app = Selector.ofLabels(Map.of("app", "web"));

    assertThat(app.withLabels(Map.of("hash", "1"))).isEqualTo(Selector.ofLabels(Map.of("app", "web", "hash", "1")));
    assertThat(app.with("hash", List.of("1", "2")).matches(Map.of("app", "web", "hash", "2"))).isTrue();
    assertThat(Selector.everything().with("hash", List.of("1"))).isEqualTo(Selector.ofLabels(Map.of("hash", "1")));
    assertThat(Selector.nothing().withLabels(Map.of("hash", "1"))).isSameAs(Selector.nothing());
    assertThat(app.withLabels(Map.of())).isSameAs(app);
    assertThat(app.with("app", List.of("db")).matches(Map.of("app", "web"))).isFalse();
  }

  @Test
  void printsEveryOperatorAsAQueryDoes() {
    assertThat(new Requirement("a", Operator.NOT_IN, List.of("x", "b"))).hasToString("a notin (b,x)");
    assertThat(new Requirement("a", Operator.EXISTS, List.of())).hasToString("a");
    assertThat(new Requirement("a", Operator.GREATER_THAN, List.of("1"))).hasToString("a>1");
    assertThat(new Requirement("a", Operator.LESS_THAN, List.of("1"))).hasToString("a<1");
  }

  @Test
  void anInvalidSelectorFailsWithUpstreamsText() {
    assertThatThrownBy(() -> expression("app", "Near", "x"))
        .isInstanceOf(SelectorException.class).hasMessage("\"Near\" is not a valid label selector operator");
    assertThatThrownBy(() -> expression("app", "In"))
        .hasMessage("values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty");
    assertThatThrownBy(() -> expression("app", "Exists", "x", "y"))
        .hasMessage("values: Invalid value: [\"x\",\"y\"]: values set must be empty for exists and does not exist");
    assertThatThrownBy(() -> expression("bad key", "Exists")).hasMessage(
        "key: Invalid value: \"bad key\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation"
            + " is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')");
    assertThatThrownBy(() -> Selector.of(new LabelSelectorBuilder().addToMatchLabels("app", "-").build())).hasMessage(
        "values[0][app]: Invalid value: \"-\": a valid label must be an empty string or consist of alphanumeric characters,"
            + " '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or"
            + " '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    assertThatThrownBy(() -> Selector.of(new LabelSelectorBuilder()
        .addToMatchLabels("z", "-").addToMatchLabels("a", "-").addToMatchLabels("m", "-").build()))
        .hasMessageStartingWith("values[0][a]: ");
    assertThatThrownBy(() -> expression("", "In"))
        .hasMessageStartingWith("[key: Invalid value: \"\": name part must be non-empty")
        .hasMessageEndingWith(", values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty]");
  }
}
