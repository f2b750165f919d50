package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A verdict that is remembered for devices that are alike is the one that evaluation comes to: random expressions, random devices. */
class RememberedVerdictsPropertyTest {
  private static final int SEEDS = 300;
  private static final int DEVICES = 60;
  private static final List<String> DOMAINS = List.of(Devices.DRIVER, "other.example.com", "none.example.com");
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** D is a domain, N a name in it. */
  private static final List<String> TERMS = List.of(
      "device.driver == 'other.example.com'",
      "device.driver.startsWith('dra')",
      "device.allowMultipleAllocations",
      "device.attributes['D'].N == 1",
      "device.attributes['D'].N != 'x'",
      "device.attributes['D']['N'] == true",
      "device.attributes['D'].N.startsWith('x')",
      "device.attributes['D'].N",
      "device.attributes['D'].?N.orValue('x') == 'x'",
      "device.attributes['D'][?'N'].hasValue()",
      "has(device.attributes['D'].N)",
      "'N' in device.attributes['D']",
      "device.attributes['D'].N.isGreaterThan(semver('1.0.0'))",
      "device.attributes['D'].N == semver('1.0.0')",
      "device.attributes['D'].N == device.attributes['D'].a",
      "device.attributes['D'].N > device.attributes['dra.example.com'].b",
      "cel.bind(v, device.attributes['D'].N, v == 1 || v == 'x')",
      "[1, 2].exists(i, i == device.attributes['D'].N)",
      "device.capacity['D'].N.isGreaterThan(quantity('1'))",
      "device.capacity['D'].N == quantity('1024')",
      "device.capacity['D']['N'].isInteger()",
      "device.capacity['D'].?N.hasValue()",
      "has(device.capacity['D'].N)",
      "'N' in device.capacity['D']",
      // The text does not tell what these read.
      "'D' in device.attributes",
      "device.attributes[?'D'].hasValue()",
      "has(device.attributes.N)",
      "device.attributes.exists(d, d == 'D')",
      "device.attributes['D'].exists(n, n == 'N')",
      "size(device.attributes['D']) + size(device.capacity['D']) > 1",
      "device.attributes[device.driver].N == 1",
      "device.attributes['D'][device.attributes['D'].a] == 1",
      "cel.bind(d, device, d.attributes['D'].N == 1)",
      "cel.bind(all, device.attributes['D'], all.N == 1)",
      "['D'].exists(device, device in ['D'])",
      "[{'driver': device.attributes['D'].N}].exists(device, device.driver == 1)",
      "cel.bind(device, device, device.attributes['D'].N == 1)",
      "(true ? device : device).attributes['D'].N == 1",
      "device.attributes['D'] == device.attributes['none.example.com']");

  private final CelCompiler compiler = new CelCompiler(CelFeatures.STORED);

  @Test
  void aRememberedVerdictIsTheOneThatEvaluationComesTo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      CompiledSelector selector = compiler.selector(expression(random, 2));
      assertThat(selector.error()).as("seed %s: %s", seed, selector).isNull();
      for (int i = 0; i < DEVICES; i++) {
        CelDevice device = device(random);
        assertThat(said(() -> selector.matches(device)))
            .as("seed %s, device %s: %s", seed, i, selector)
            .isEqualTo(said(() -> selector.evaluate(device)));
      }
    }
  }

  private interface Question {
    boolean ask() throws CelEvaluationException;
  }

  private static String said(Question question) {
    try {
      return String.valueOf(question.ask());
    } catch (CelEvaluationException e) {
      return e.getMessage();
    }
  }

  private static String expression(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String left = expression(random, depth - 1);
      String right = expression(random, depth - 1);
      return switch (random.nextInt(4)) {
        case 0 -> "(" + left + " && " + right + ")";
        case 1 -> "(" + left + " || " + right + ")";
        case 2 -> "!dyn(" + left + ")";
        default -> "(dyn(" + left + ") ? " + right + " : " + left + ")";
      };
    }
    String term = any(random, TERMS).replace("D'", any(random, DOMAINS) + "'");
    return term.replaceAll("\\bN\\b", any(random, NAMES));
  }

  private static CelDevice device(Random random) {
    Devices device = Devices.device().allowingMultipleAllocations(random.nextBoolean());
    List<String> names = new ArrayList<>(NAMES);
    DOMAINS.subList(0, 2).forEach(domain -> NAMES.forEach(name -> names.add(domain + "/" + name)));
    Collections.shuffle(names, random); // of two of one name the later one counts
    for (String name : names) {
      if (random.nextInt(3) == 0) {
        switch (random.nextInt(random.nextInt(4) == 0 ? 10 : 3)) {
          case 0 -> device.with(name, random.nextInt(2));
          case 1 -> device.with(name, random.nextBoolean() ? "x" : "y");
          case 2 -> device.with(name, random.nextBoolean());
          case 3 -> device.withVersion(name, random.nextBoolean() ? "1.0.0" : "1.0.1");
          case 4 -> device.withStrings(name, "x");
          case 5 -> device.withInts(name, 1L);
          case 6 -> device.withVersions(name, "1.0.0", random.nextInt(4) == 0 ? "one" : "2.0.0");
          case 7 -> device.withNothing(name);
          case 8 -> device.withVersion(name, "one");
          default -> device.withBools(name, true);
        }
      }
      if (random.nextInt(6) == 0) {
        device.withCapacity(name, any(random, List.of("1", "1000m", "1Ki", "1024", "2", random.nextInt(8) == 0 ? "much" : "3")));
      }
    }
    return device.build(any(random, DOMAINS.subList(0, 2)));
  }

  private static <T> T any(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "device.driver == 'dra.example.com'", "device.attributes['dra.example.com'].model == 'x'",
      "device.attributes['dra.example.com']['model'] == 'x'", "device.attributes['dra.example.com'].?model.orValue('x') == 'x'",
      "device.attributes['dra.example.com'][?'model'].orValue('x') == 'x'", "'model' in device.attributes['dra.example.com']",
      "has(device.attributes['dra.example.com'].model)", "device.capacity['dra.example.com'].memory.isGreaterThan(quantity('1'))",
      "device.driver == 'x' || ['x', 'y'].exists(m, m == device.attributes['dra.example.com'].model)",
  })
  void anExpressionThatReadsAFewThingsByNameComesToTheSameWhateverElseThereIs(String expression) {
    CompiledSelector selector = compiler.selector(expression);
    Devices one = Devices.device().with("model", "x").withCapacity("memory", "2Gi");
    Devices other = Devices.device().with("model", "x").withCapacity("memory", "2Gi").with("index", 7).withVersion("firmware", "1.2.3");
    assertThat(selector.seen(one.build())).isNotNull().isEqualTo(selector.seen(other.build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "device.attributes['dra.example.com'].exists(n, n == 'model')", "'dra.example.com' in device.attributes",
      "device.attributes[device.driver].model == 'x'", "device.attributes[?'dra.example.com'].hasValue()",
      "cel.bind(d, device, d.driver == 'x')", "['x'].exists(device, device == 'x')",
  })
  void ofOtherExpressionsNothingIsRemembered(String expression) {
    CompiledSelector selector = compiler.selector(expression);
    assertThat(selector.error()).isNull();
    assertThat(selector.seen(Devices.device().with("model", "x").build())).isNull();
  }

  @Test
  void devicesThatCannotBeReadFailBesideOthersThatAreAlike() throws Exception {
    CompiledSelector selector = compiler.selector("device.attributes['dra.example.com'].model == 'x'");
    assertThat(selector.matches(Devices.device().with("model", "x").build())).isTrue();
    assertThat(said(() -> selector.matches(Devices.device().with("model", "x").withVersion("firmware", "one").build())))
        .startsWith("attribute firmware: ");
    assertThat(selector.matches(Devices.device().with("model", "x").with("index", 1).build())).isTrue();
  }

  /** More kinds of devices than are remembered. */
  @Test
  void ofMoreDevicesThanAreRememberedEachIsEvaluated() throws Exception {
    CompiledSelector selector = compiler.selector("device.attributes['dra.example.com'].index % 3 == 1");
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 2 * CompiledSelector.MOST_VERDICTS; i++) {
        assertThat(selector.matches(Devices.device().with("index", i).build())).as("index %s", i).isEqualTo(i % 3 == 1);
      }
    }
  }
}
