package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.Devices.device;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Upstream's cases of derived attributes (dynamic-resource-allocation/cel/compile_test.go, v1.37.2). */
class DerivedAttributeTest {

  private static final String A = "device.attributes[\"dra.example.com\"]";

  private final CelCompiler compiler = new CelCompiler(CelFeatures.STORED);
  private final CelDevice device = device()
      .with("bool", true).with("int", 42L).with("text", "hello").withVersion("version", "1.0.0")
      .withBools("bools", true, false).withInts("ints", 1L, 2L, 3L).withStrings("texts", "hello", "world")
      .withVersions("versions", "1.0.0", "2.0.0").build();

  private DeviceAttribute evaluate(String expression) throws CelEvaluationException {
    DerivedAttribute attribute = compiler.derivedAttribute(expression);
    assertThat(attribute.error()).isNull();
    return attribute.evaluate(device);
  }

  private String failure(String expression) {
    try {
      return "no failure, but " + evaluate(expression);
    } catch (CelEvaluationException e) {
      return e.getMessage();
    }
  }

  @Test
  void scalarsBecomeScalars() throws Exception {
    assertThat(evaluate("true").getBool()).isTrue();
    assertThat(evaluate("42").getInt()).isEqualTo(42);
    assertThat(evaluate("'hello'").getString()).isEqualTo("hello");
    assertThat(evaluate("semver('1.0.0-rc.1+b')").getVersion()).isEqualTo("1.0.0-rc.1+b");
    assertThat(evaluate(A + ".bool").getBool()).isTrue();
    assertThat(evaluate(A + ".int + 1").getInt()).isEqualTo(43);
    assertThat(evaluate(A + ".text").getString()).isEqualTo("hello");
    assertThat(evaluate(A + ".version").getVersion()).isEqualTo("1.0.0");
  }

  @Test
  void listsBecomeLists() throws Exception {
    assertThat(evaluate("[true, false]").getBools()).containsExactly(true, false);
    assertThat(evaluate("[semver('1.0.0')]").getVersions()).containsExactly("1.0.0");
    assertThat(evaluate(A + ".bools").getBools()).containsExactly(true, false);
    assertThat(evaluate(A + ".ints.map(x, x * 2)").getInts()).containsExactly(2L, 4L, 6L);
    assertThat(evaluate(A + ".texts").getStrings()).containsExactly("hello", "world");
    assertThat(evaluate(A + ".versions").getVersions()).containsExactly("1.0.0", "2.0.0");
    assertThat(evaluate("[]").getStrings()).isEmpty();
  }

  @Test
  void whatNoAttributeCanHoldFails() {
    assertThat(failure("[dyn(" + A + ".version), dyn(" + A + ".text)]")).isEqualTo("expected list element at index 1 to be semver, got string");
    assertThat(failure("[dyn(" + A + ".bool), dyn(" + A + ".text)]")).isEqualTo("expected list element at index 1 to be bool, got string");
    assertThat(failure("[dyn(" + A + ".int), dyn(" + A + ".text)]")).isEqualTo("expected list element at index 1 to be int, got string");
    assertThat(failure("[dyn(" + A + ".text), dyn(" + A + ".int)]")).isEqualTo("expected list element at index 1 to be string, got int64");
    assertThat(failure(A + ".missing")).isEqualTo("no such key: missing");
    assertThat(failure(A + ".int + 'hello'")).isEqualTo("no such overload");
    assertThat(failure("dyn(null)")).isEqualTo("unsupported CEL return type: structpb.NullValue");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "device.attributes | map(string, map(string, dyn))",
      "[device.attributes] | list(map(string, map(string, dyn)))",
      "null | null_type",
      "1.5 | double",
      "quantity('1') | kubernetes.Quantity",
  })
  void typesThatNoAttributeHasDoNotCompile(String expression, String type) {
    assertThat(compiler.derivedAttribute(expression).error()).isEqualTo(
        "must evaluate to a primitive scalar (string, integer, boolean, semver) or a list of these scalars, not " + type);
  }

  @Test
  void anExpressionIsCompiledOnceForEachUse() {
    DerivedAttribute first = compiler.derivedAttribute("true");
    assertThat(compiler.derivedAttribute("true")).isSameAs(first);
    assertThat(compiler.selector("true").id()).isZero();
    assertThat(first.id()).isZero();
    assertThat(first.expression()).isEqualTo("true");
  }
}
