package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.Devices.device;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void anExpressionThatNeverEndsIsEndedByItsCosts() {
    String list = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    String expression = list + ".all(a, " + list + ".all(b, " + list + ".all(c, " + list + ".all(d, " + list + ".all(e, " + list
        + ".all(f, " + list + ".all(g, true)))))))";
    assertThat(failure(expression, device().build())).isEqualTo("operation cancelled: actual cost limit exceeded");
  }
}
