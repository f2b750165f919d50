package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that would run, or grow, without end: each ends with upstream's error, before it has taken much time or memory. */
class ExpensiveExpressionsTest {

  private final CelCompiler compiler = new CelCompiler(CelFeatures.STORED);

  @ParameterizedTest
  @ValueSource(strings = {
      // Loops in loops.
      "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(b, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(c, "
          + "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(e, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(f, "
          + "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(g, int('1'.find('[0-9]*')) < 100)))))))",
      "lists.range(1000000).all(x, lists.range(1000000).all(y, true))",
      // The failure of a step must not let the loop go on for free.
      "lists.range(1000000).exists(x, 1 / 0 > x)",
      "lists.range(1000).map(x, lists.range(1000).exists(y, device.attributes['d'].missing == y) || true).size() > 0",
      "true || lists.range(1000000).all(x, true) && lists.range(1000000).all(x, lists.range(1000000).all(y, true)) == false"
          + " ? lists.range(1000000).all(x, true) : true",
      // Texts and lists that double.
      "cel.bind(a, 'xxxxxxxxxx', cel.bind(b, a+a+a+a+a+a+a+a+a+a, cel.bind(c, b+b+b+b+b+b+b+b+b+b, cel.bind(d, c+c+c+c+c+c+c+c+c+c, "
          + "cel.bind(e, d+d+d+d+d+d+d+d+d+d, cel.bind(f, e+e+e+e+e+e+e+e+e+e, cel.bind(g, f+f+f+f+f+f+f+f+f+f, size(g+g) > 0)))))))",
      "cel.bind(a, lists.range(100000), cel.bind(b, a+a+a+a+a+a+a+a, cel.bind(c, b+b+b+b+b+b+b+b, size(c) > 0)))",
      "cel.bind(a, lists.range(1000).map(x, 'xxxxxxxxxx').join('xxxxxxxxxx'), a.replace('', a).replace('x', a).size() > 0)",
      "'%.2000000000f'.format([1.0]) == ''",
      "lists.range(100000).sort().distinct().size() > 0",
  })
  void endBecauseOfTheirCost(String expression) {
    CompiledSelector selector = compiler.selector(expression);
    assertThat(selector.error()).isNull();
    assertThat(failure(selector)).isEqualTo("operation cancelled: actual cost limit exceeded");
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "lists.range(20000).map(x, x).size() == 20000",
      "lists.range(10000).filter(x, x % 2 == 0).size() == 5000",
      "lists.range(300).all(x, lists.range(300).size() == 300)",
      "lists.range(100).map(x, lists.range(100)).flatten().size() == 10000",
      // A pattern that is expensive where patterns backtrack.
      "lists.range(100).all(x, lists.range(30).map(y, 'aaaaaaaaaa').join('').matches('^(a+)+$'))",
      "'x'.replace('x', 'yyyyyyyyyy').replace('y', 'zzzzzzzzzz').size() == 100",
  })
  void largeOnesStillRun(String expression) throws Exception {
    CompiledSelector selector = compiler.selector(expression);
    assertThat(selector.error()).isNull();
    assertThat(selector.matches(Devices.device().build())).isTrue();
  }

  @Test
  void aChainOfOptionalSelectionsCostsItsLength() throws Exception {
    String chain = ".?a".repeat(100);
    CompiledSelector missing = compiler.selector("device.attributes[?'dra.example.com']" + chain + ".hasValue()");
    assertThat(missing.matches(Devices.device().build())).isFalse();

    String nested = "{'a': 1}";
    for (int i = 1; i < 40; i++) {
      nested = "{'a': " + nested + "}";
    }
    CompiledSelector found = compiler.selector(nested + ".?a".repeat(40) + ".orValue(0) == 1");
    assertThat(found.error()).isNull();
    assertThat(found.matches(Devices.device().build())).isTrue();
  }

  private static String failure(CompiledSelector selector) {
    try {
      return "no failure, but " + selector.matches(Devices.device().build());
    } catch (CelEvaluationException e) {
      return e.getMessage();
    }
  }
}
