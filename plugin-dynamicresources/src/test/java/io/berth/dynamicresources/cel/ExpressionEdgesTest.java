package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the expression library would do otherwise than upstream's, and does not; what it does otherwise. */
class ExpressionEdgesTest {

  private final CelCompiler compiler = new CelCompiler(CelFeatures.STORED);

  private boolean isTrue(String expression) throws CelEvaluationException {
    CompiledSelector selector = compiler.selector(expression);
    assertThat(selector.error()).isNull();
    return selector.matches(Devices.device().build());
  }

  private String failure(String expression) {
    try {
      return "no failure, but " + isTrue(expression);
    } catch (CelEvaluationException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {
      // By code points, not by the numbers of UTF-16.
      "'\\U0001F600' > '\\uFFFD' && '\\uFFFD' < '\\U0001F600' && '\\U0001F600' >= '\\uE000' && '\\uE000' <= '\\U0001F600'",
      "['\\U0001F600', '\\uFFFD'].sort() == ['\\uFFFD', '\\U0001F600']",
      "['\\U0001F600', '\\uFFFD'].max() == '\\U0001F600' && ['\\uFFFD', '\\U0001F600'].isSorted()",
      "'%s'.format([{'\\U0001F600': 1, '\\uFFFD': 2}]) == '{\"\\uFFFD\":2, \"\\U0001F600\":1}'",
      "b'\\xff' > b'\\x00'",
  })
  void textsCompareByTheirBytes(String expression) throws Exception {
    assertThat(isTrue(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "double('1_0') == 10.0 && double('0x1p3') == 8.0 && double('-inf') < -1e308", "bool('T') && !bool('F')", "int('+1') == 1",
      "duration('.5s') == duration('500ms') && duration('5.s') == duration('5s')", "string(duration('1h1m1.5s')) == '3661.5s'",
      "timestamp('2024-01-01T1:00:00,5Z') == timestamp('2024-01-01T01:00:00.5+00:00')",
  })
  void valuesAreReadFromTextsAsGoReadsThem(String expression) throws Exception {
    assertThat(isTrue(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "double('1d') > 0.0", "double(' 1') > 0.0", "double('1e400') > 0.0", "int('\u0661') == 1", "uint('+1') == 1u", "bool('yes')",
      "duration('1d') > duration('1s')", "timestamp('2024-01-01t00:00:00Z') == timestamp(0)", "timestamp('2024-01-01T00:00Z') == timestamp(0)",
  })
  void literalsThatGoCannotReadDoNotCompile(String expression) {
    assertThat(compiler.selector(expression).error()).isNotNull();
  }

  /** Neither time without end nor a stack that overflows. */
  @ParameterizedTest
  @ValueSource(strings = {"duration(x.replace('1', '1s') + '1') == duration('1s')", "duration(x + 'x') == duration('1s')",
      "double(x + '_1x') == 1.0", "double(x.replace('1', '1_') + '1') == 1.0", "int(x + 'x') == 1", "uint(x) == 1u",
      "timestamp('2024-01-01T00:00:00.' + x) == timestamp(0)", "bool(x)"})
  void longTextsAreReadInNoMoreTimeThanTheyAreLong(String expression) {
    String long100k = "lists.range(1000).map(i, lists.range(100).map(j, '1').join('')).join('')";
    assertThat(failure("cel.bind(x, " + long100k + ", " + expression + ")")).startsWith("type conversion error from 'string' to '");
  }

  @Test
  void numbersCompareAcrossTypesAndWhatIsNoneDoesNot() throws Exception {
    assertThat(isTrue("dyn(1) < dyn(1.5) && dyn(18446744073709551615u) > dyn(-1) && [dyn(1), dyn(2.0)].max() == 2")).isTrue();
    assertThat(failure("0.0 / 0.0 < 1.0")).isEqualTo("NaN values cannot be ordered");
  }

  @Test
  void optionalValuesOfOddKinds() throws Exception {
    assertThat(isTrue("dyn(1)[?0].hasValue() || dyn('x').?a.hasValue()")).isFalse();
    assertThat(isTrue("{'a': optional.of(1)}.?a.value().value() == 1")).isTrue();
    assertThat(isTrue("[optional.of(1), optional.none()].unwrapOpt() == [1]")).isTrue();
    assertThat(failure("dyn([1]).?a.hasValue()")).isEqualTo("unsupported index type 'string' in list");
    assertThat(isTrue("dyn(device)['driver'] == dyn(device).?driver.value()")).isTrue();
  }

  @Test
  void onlyWhatHasAnOrderIsSorted() {
    assertThat(compiler.selector("[{}].sort() == []").error()).startsWith("compilation failed: ");
    assertThat(compiler.selector("[1].sortBy(x, {}) == []").error()).startsWith("compilation failed: ");
    assertThat(failure("dyn([semver('1.0.0')]).sort() == []")).contains("must be comparable");
  }

  /** Upstream moves equals about when there are more than twelve. */
  @Test
  void sortByLeavesEqualsInTheirOrder() throws Exception {
    assertThat(isTrue("lists.range(14).sortBy(x, x % 2) == [0, 2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13]")).isTrue();
  }

  @Test
  void aTimeIsWrittenInUniversalTime() throws Exception {
    assertThat(isTrue("string(timestamp('2024-06-30T23:59:59.5-07:00')) == '2024-07-01T06:59:59.5Z'")).isTrue();
  }

  @Test
  void messagesAndRarePatternsAndValues() throws Exception {
    assertThat(compiler.selector("google.protobuf.Int64Value{value: 1} == 1").error()).startsWith("compilation failed: ");
    assertThat(isTrue("'x'.matches('((a{100}){100})')")).isFalse();
    assertThat(compiler.selector("'x'.matches('(?P<n>a)(?P<n>b)')").error()).startsWith("compilation failed: ");
    assertThat(isTrue("optional.ofNonZeroValue(timestamp(0)).hasValue()")).isFalse();
    assertThat(isTrue("'%.1000f'.format([1.0]).size() == 1002")).isTrue();
  }
}
