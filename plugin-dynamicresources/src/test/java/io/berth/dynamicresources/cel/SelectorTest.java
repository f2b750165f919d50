package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.Devices.device;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What the environment of device selectors has, and what fails in it. */
class SelectorTest {

  private final CelCompiler compiler = new CelCompiler(CelFeatures.STORED);

  private boolean matches(String expression, CelDevice device) throws CelEvaluationException {
    CompiledSelector selector = compiler.selector(expression);
    assertThat(selector.error()).isNull();
    return selector.matches(device);
  }

  private String failure(String expression, CelDevice device) {
    try {
      matches(expression, device);
      return "no failure";
    } catch (CelEvaluationException e) {
      return e.getMessage();
    }
  }

  @Test
  void attributesAreFoundByDomainAndName() throws Exception {
    CelDevice device = device().with("model", "a100").with("other.example.com/index", 3L).build();
    assertThat(matches("device.attributes[\"dra.example.com\"].model == \"a100\"", device)).isTrue();
    assertThat(matches("device.attributes[\"dra.example.com\"][\"model\"] == 'h100'", device)).isFalse();
    assertThat(matches("device.attributes['other.example.com'].index > 2", device)).isTrue();
    assertThat(matches("device.driver == 'dra.example.com'", device)).isTrue();
  }

  @Test
  void anUnknownDomainIsAnEmptyMapButNotInTheAttributes() throws Exception {
    CelDevice device = device().with("model", "a100").build();
    assertThat(matches("device.attributes['unknown'].size() == 0", device)).isTrue();
    assertThat(matches("'unknown' in device.attributes", device)).isFalse();
    assertThat(matches("'dra.example.com' in device.attributes", device)).isTrue();
    assertThat(matches("'name' in device.capacity['unknown']", device)).isFalse();
  }

  @Test
  void aMissingAttributeIsAnErrorWithAHint() {
    CelDevice device = device().build();
    assertThat(failure("device.attributes['unknown'].name == 'x'", device)).isEqualTo("no such key: name");
    assertThat(failure("device.attributes['unknown']['name'] == 'x'", device)).isEqualTo("no such key: name");
    assertThatThrownBy(() -> matches("device.capacity['unknown'].name.isGreaterThan(quantity('0'))", device))
        .isInstanceOfSatisfying(CelEvaluationException.class, e -> assertThat(e.messageWithHint())
            .startsWith("no such key: name. consider using CEL optional chaining"));
  }

  @Test
  void optionalsReplaceMissingAttributes() throws Exception {
    CelDevice device = device().with("index", 3L).build();
    assertThat(matches("device.attributes['dra.example.com'].?index.orValue(0) == 3", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].?missing.orValue(7) == 7", device)).isTrue();
    assertThat(matches("device.attributes[?'missing'].hasValue()", device)).isTrue();
    assertThat(matches("has(device.attributes['dra.example.com'].missing)", device)).isFalse();
    assertThat(matches("has(device.attributes['dra.example.com'].index)", device)).isTrue();
  }

  @Test
  void quantitiesAndVersionsCompare() throws Exception {
    CelDevice device = device().withCapacity("memory", "40Gi").withVersion("driver", "1.2.3").build();
    assertThat(matches("device.capacity['dra.example.com'].memory.isGreaterThan(quantity('39Gi'))", device)).isTrue();
    assertThat(matches("device.capacity['dra.example.com'].memory.compareTo(quantity('40Gi')) == 0", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].driver.isLessThan(semver('1.2.10'))", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].driver.compareTo(semver('v1.2', true)) > 0", device)).isTrue();
  }

  @Test
  void bindingAndMacrosWork() throws Exception {
    CelDevice device = device().with("name", true).withInts("ids", 1L, 2L).build();
    assertThat(matches("cel.bind(dra, device.attributes['dra.example.com'], dra.name)", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].ids.exists(x, x > 1)", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].ids.all(i, v, v == i + 1)", device)).isTrue();
  }

  @Test
  void anExpressionIsCompiledOnce() {
    CompiledSelector first = compiler.selector("true");
    CompiledSelector second = compiler.selector("false");
    assertThat(compiler.selector("true")).isSameAs(first);
    assertThat(first.id()).isZero();
    assertThat(second.id()).isEqualTo(1);
  }

  @Test
  void compileErrorsAreInTheResult() {
    assertThat(compiler.selector("?!").error()).startsWith("compilation failed: ");
    assertThat(compiler.selector("1").error()).isEqualTo("must evaluate to bool or the unknown type, not int");
    assertThatThrownBy(() -> compiler.selector("1").matches(device().build())).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aListAttributeIsAListAndNoTruth() throws Exception {
    CelDevice device = device().withStrings("names", "fish", "bird").withVersions("versions", "1.0.0", "2.0.0")
        .withBools("flags", true).with("one", "fish").build();
    assertThat(matches("device.attributes['dra.example.com'].names.includes('fish')", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].one.includes('fish')", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].versions.all(v, v.isGreaterThan(semver('0.1.0')))", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].flags[0]", device)).isTrue();
    assertThat(failure("device.attributes['dra.example.com'].names", device))
        .isEqualTo("CEL result of type list could not be converted to bool: type conversion error from list to 'bool'");
    assertThat(failure("device.attributes['dra.example.com'].one.exists(x, true)", device))
        .isEqualTo("got 'types.String', expected iterable type");
  }

  @Test
  void wrongTypesFailOnlyWhereTheyCount() throws Exception {
    CelDevice device = device().with("index", "text").build();
    assertThat(failure("device.attributes['dra.example.com'].index > 2", device)).isEqualTo("no such overload");
    assertThat(failure("device.attributes['dra.example.com'].index", device)).startsWith("CEL result of type string");
    assertThat(matches("device.attributes['dra.example.com'].index > 2 || true", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].index > 2 && false", device)).isFalse();
    assertThat(matches("device.attributes['dra.example.com'].index == 2", device)).isFalse();
    assertThat(failure("!(device.attributes['dra.example.com'].index > 2 || false)", device)).isEqualTo("no such overload");
    assertThat(failure("1 / (device.attributes['dra.example.com'].index.size() - 4) > 0", device)).isEqualTo("division by zero");
  }

  @Test
  void aVersionComparesOnlyWithVersions() throws Exception {
    CelDevice device = device().withVersion("v", "1.0.0").build();
    assertThat(failure("device.attributes['dra.example.com'].v == '1.0.0'", device)).isEqualTo("no such overload");
    assertThat(matches("'1.0.0' == device.attributes['dra.example.com'].v", device)).isFalse();
    assertThat(matches("device.attributes['dra.example.com'].v != '1.0.0'", device)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].v == semver('1.0.0+build')", device)).isTrue();
  }

  @Test
  void aVersionIsNoElementOfAListOfTexts() throws Exception {
    CelDevice device = device().withVersion("v", "1.0.0").build();
    assertThat(matches("device.attributes['dra.example.com'].v in ['1.0.0']", device)).isFalse();
  }

  @Test
  void aFormatThatDoesNotFitItsValuesDoesNotCompile() {
    assertThat(compiler.selector("'%d %d'.format([1]) == ''").error()).isEqualTo("compilation failed: index 1 out of range");
    assertThat(compiler.selector("'%d'.format(['a']) == ''").error()).startsWith("compilation failed: error during formatting: ");
    assertThat(compiler.selector("'%z'.format([1]) == ''").error()).contains("unrecognized formatting clause \"z\"");
    assertThat(failure("'%d'.format([dyn('a')]) == ''", device().build()))
        .isEqualTo("error during formatting: decimal clause can only be used on integers, was given string");
  }

  @Test
  void aDeviceWithAValueThatCannotBeReadFailsEveryExpression() {
    assertThat(failure("true", device().withVersion("v", "1.0").build()))
        .isEqualTo("attribute v: parse semantic version: No Major.Minor.Patch elements found");
    assertThat(failure("true", device().withNothing("a").build())).isEqualTo("attribute a: unsupported attribute value");
    assertThat(failure("true", device().withCapacity("memory", "4Foo").build())).startsWith("capacity memory: ");
  }

  @Test
  void attributesBeyondAllLimitsAreJustAttributes() throws Exception {
    Devices device = device();
    for (int i = 0; i < 1_000; i++) {
      device.with("attribute" + i, "x".repeat(10_000));
    }
    device.withStrings("names", Collections.nCopies(1_000, "name").toArray(String[]::new));
    CelDevice built = device.build();
    assertThat(matches("device.attributes['dra.example.com'].attribute999.size() == 10000", built)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].size() == 1001", built)).isTrue();
    assertThat(matches("device.attributes['dra.example.com'].names.includes('other')", built)).isFalse();
  }

  @Test
  void newExpressionsMayNotUseWhatTheGatesForbid() {
    CelCompiler neither = new CelCompiler(new CelFeatures(false, false));
    assertThat(neither.selector("device.allowMultipleAllocations").error()).contains("undefined field 'allowMultipleAllocations'");
    assertThat(neither.selector("device.attributes['d'].ids.exists(x, x == 1)").error()).startsWith("compilation failed: ");
    assertThat(neither.selector("device.attributes['d'].ids.includes(1)").error()).contains("undeclared reference to 'includes'");
    assertThat(neither.derivedAttribute("[1, 2]").error())
        .isEqualTo("must evaluate to a primitive scalar (string, integer, boolean, semver), not list(int)");
    assertThat(compiler.selector("device.allowMultipleAllocations == false").error()).isNull();
  }

  @Test
  void devicesMayAllowMultipleAllocations() throws Exception {
    assertThat(matches("device.allowMultipleAllocations", device().allowingMultipleAllocations(true).build())).isTrue();
    assertThat(matches("device.allowMultipleAllocations", device().build())).isFalse();
  }

  @Test
  void onlySoManyExpressionsAreKept() {
    CelCompiler small = new CelCompiler(CelFeatures.STORED, 2);
    CompiledSelector first = small.selector("true");
    small.selector("false");
    assertThat(small.selector("true")).isSameAs(first);
    small.selector("1 == 1");
    assertThat(small.selector("true")).isSameAs(first);
    assertThat(small.selector("false").id()).isEqualTo(3);
  }
}
