package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever text stands for an expression: it compiles or says why not, and its evaluation ends with a result or an error. */
class BadExpressionsTest {

  private static final String[] TOKENS = {
      "device", ".", "attributes", "[", "]", "'d'", "\"", "'", "(", ")", "{", "}", ":", "?", ".?", "[?", ",", "==", "!=", "<", "in", "&&", "||", "!", "-",
      "+", "1", "1u", "1.5", "0x", "1e999", "99999999999999999999", "true", "null", "x", "exists", "map", "has", "cel.bind", "semver", "quantity",
      "format", "b'\\xff'", "r'\\", "\\u", "\n", "//", "/*", "\u0000", "\ud800", "日", "`a b`", "optional.none()", "type", "dyn", "ip", "'%d'", "@", "#"};

  private final CelCompiler compiler = new CelCompiler(CelFeatures.STORED);

  private void compileAndRun(String expression) {
    CompiledSelector selector = compiler.selector(expression);
    if (selector.error() == null) {
      try {
        selector.matches(Devices.device().with("a", 1L).build());
      } catch (CelEvaluationException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
    DerivedAttribute attribute = compiler.derivedAttribute(expression);
    if (attribute.error() == null) {
      try {
        assertThat(attribute.evaluate(Devices.device().with("a", 1L).build())).isNotNull();
      } catch (CelEvaluationException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomTokens(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 150; i++) {
      StringBuilder expression = new StringBuilder();
      for (int length = 1 + random.nextInt(12); length > 0; length--) {
        expression.append(TOKENS[random.nextInt(TOKENS.length)]).append(random.nextInt(3) == 0 ? " " : "");
      }
      compileAndRun(expression.toString());
    }
  }

  @Test
  void expressionsThatAreNestedWithoutEnd() {
    int many = 5_000;
    compileAndRun("(".repeat(many) + "true" + ")".repeat(many));
    compileAndRun("!".repeat(many) + "true");
    compileAndRun("-".repeat(many) + "1 == 1");
    compileAndRun("[".repeat(many) + "]".repeat(many));
    compileAndRun("device" + ".attributes".repeat(many));
    compileAndRun("device.attributes['d'].a" + "[0]".repeat(many));
    compileAndRun("1" + " + 1".repeat(many) + " == 5001");
    compileAndRun("true" + " && true".repeat(many));
    compileAndRun("true ? ".repeat(many) + "true" + " : true".repeat(many));
    compileAndRun("'" + "x".repeat(200_000) + "' == ''");
    compileAndRun("{'a': ".repeat(200) + "1" + "}".repeat(200) + ".a.a == 1");
    compileAndRun("[1].map(x, ".repeat(100) + "1" + ")".repeat(100) + ".size() == 1");
    compileAndRun("device.attributes['d'].?a" + ".?b".repeat(60) + ".hasValue()");
  }
}
