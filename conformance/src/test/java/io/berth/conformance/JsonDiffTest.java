package io.berth.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JsonDiffTest {

  private static final JsonMapper MAPPER = new JsonMapper();

  @Test
  void namesEveryPlaceThatDiffersByItsKeys() {
    assertThat(diff("{'a':{'b':1,'c':[1,2]},'d':'x'}", "{'a':{'b':2,'c':[1,3]},'e':true}"))
        .containsExactly(
            new Mismatch("a.b", "1", "2"),
            new Mismatch("a.c", "[1,2]", "[1,3]"),
            new Mismatch("d", "\"x\"", "absent"),
            new Mismatch("e", "absent", "true"));
  }

  @Test
  void equalNumbersOfDifferentWidthAreTheSame() {
    assertThat(JsonDiff.between(MAPPER.valueToTree(List.of(7)), MAPPER.valueToTree(List.of(7L)))).isEmpty();
  }

  @Test
  void theOrderOfAListMatters() {
    assertThat(diff("['a','b']", "['b','a']")).containsExactly(new Mismatch("", "[\"a\",\"b\"]", "[\"b\",\"a\"]"));
  }

  private static List<Mismatch> diff(String expected, String actual) {
    return JsonDiff.between(
        MAPPER.readTree(expected.replace('\'', '"')), MAPPER.readTree(actual.replace('\'', '"')));
  }
}
