package io.berth.framework.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArgsReaderTest {

  @Test
  void readsWhatAParserGives() {
    ArgsReader reader =
        ArgsReader.of(
            "DemoArgs",
            Map.of(
                "apiVersion", "kubescheduler.config.k8s.io/v1",
                "kind", "DemoArgs",
                "text", "a",
                "flag", true,
                "small", 7,
                "large", new BigInteger("9223372036854775807"),
                "names", List.of("x", "y"),
                "inner", Map.of("deep", "b"),
                "items", List.of(Map.of("n", 1), Map.of("n", 2))));
    assertThat(reader.string("text")).isEqualTo("a");
    assertThat(reader.bool("flag", false)).isTrue();
    assertThat(reader.int32("small", 0)).isEqualTo(7);
    assertThat(reader.int64("large", 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(reader.strings("names")).containsExactly("x", "y");
    assertThat(reader.object("inner").string("deep")).isEqualTo("b");
    assertThat(reader.objects("items")).extracting(item -> item.int32("n", 0)).containsExactly(1, 2);
    reader.finish();
    assertThat(reader.problems().isEmpty()).isTrue();
  }

  @Test
  void whatIsAbsentOrNullHasTheGivenDefault() {
    Map<String, Object> args = new HashMap<>();
    args.put("text", null);
    ArgsReader reader = ArgsReader.of("DemoArgs", args);
    assertThat(reader.string("text")).isNull();
    assertThat(reader.bool("flag", true)).isTrue();
    assertThat(reader.int32("small", 5)).isEqualTo(5);
    assertThat(reader.int64("large", 6)).isEqualTo(6);
    assertThat(reader.strings("names")).isEmpty();
    assertThat(reader.object("inner")).isNull();
    assertThat(reader.objects("items")).isEmpty();
    reader.finish();
  }

  @Test
  void tellsAllThatIsWrongAtOnce() {
    ArgsReader reader =
        ArgsReader.of(
            "DemoArgs",
            Map.of(
                "kind", "OtherArgs",
                "text", 3,
                "small", 3_000_000_000L,
                "large", 1.5,
                "names", List.of("x", Map.of()),
                "items", List.of(Map.of("typo", 1), "no object"),
                "unheardOf", List.of()));
    reader.string("text");
    reader.int32("small", 0);
    reader.int64("large", 0);
    reader.strings("names");
    reader.objects("items").forEach(item -> item.int32("n", 0));
    reader.problems().add("names", "found by the caller");
    InvalidArgsException thrown = catchThrowableOfType(InvalidArgsException.class, reader::finish);
    assertThat(thrown.problems())
        .containsExactlyInAnyOrder(
            "kind: \"OtherArgs\" should be \"DemoArgs\" or absent",
            "text: 3 should be text",
            "small: 3000000000 is not between -2147483648 and 2147483647",
            "large: 1.5 should be a whole number",
            "names[1]: an object should be text",
            "items[1]: \"no object\" should be an object",
            "names: found by the caller",
            "items[0].typo: unknown field; known: n",
            "unheardOf: unknown field; known: apiVersion, items, kind, large, names, small, text");
    assertThat(thrown).hasMessageStartingWith("DemoArgs: ");
  }

  @Test
  void fieldNamesAreComparedExactly() {
    ArgsReader reader = ArgsReader.of("DemoArgs", Map.of("Text", "a"));
    assertThat(reader.string("text")).isNull();
    assertThatThrownBy(reader::finish).hasMessageContaining("Text: unknown field");
  }
}
