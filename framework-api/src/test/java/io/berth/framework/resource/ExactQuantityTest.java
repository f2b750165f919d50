package io.berth.framework.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.QuantityBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactQuantityTest {

  @ParameterizedTest(name = "{0} is {1} whole units, {2} thousandths, and prints as {3}")
  @CsvSource({
    "0, 0, 0, 0", "1, 1, 1000, 1", "+5, 5, 5000, +5", "-5, -5, -5000, -5", "007, 7, 7000, 007",
    "1n, 1, 1, 1n", "1u, 1, 1, 1u", "1500m, 2, 1500, 1500m", "1k, 1000, 1000000, 1k", "1M, 1000000, 1000000000, 1M",
    "2G, 2000000000, 2000000000000, 2G", "3T, 3000000000000, 3000000000000000, 3T",
    "4P, 4000000000000000, 4000000000000000000, 4P",
    "1Ki, 1024, 1024000, 1Ki", "1024Ki, 1048576, 1048576000, 1Mi", "1.5Gi, 1610612736, 1610612736000, 1536Mi",
    "1Ti, 1099511627776, 1099511627776000, 1Ti", "1Pi, 1125899906842624, 1125899906842624000, 1Pi",
    "0.5Ki, 512, 512000, 512", "0.0001Ki, 1, 103, 102400u",
    "129e6, 129000000, 129000000000, 129e6", "1E3, 1000, 1000000, 1E3", "5e-3, 1, 5, 5e-3", "12e-1, 2, 1200, 1200e-3",
    "1.5, 2, 1500, 1500m", "1.500, 2, 1500, 1.500", "0.1, 1, 100, 100m", "100m, 1, 100, 100m", ".5, 1, 500, 500m",
    "1., 1, 1000, 1.", "0.1m, 1, 1, 100u", "0.0000000001, 1, 1, 1n", "1.0000000001, 2, 1001, 1000000001n",
    "1000m, 1, 1000, 1", "12000k, 12000000, 12000000000, 12M", "123456789m, 123457, 123456789, 123456789m",
    "-1.5, -2, -1500, -1500m", "-1n, -1, -1, -1n"
  })
  void readsTheWholeGrammar(String text, long value, long milli, String printed) {
    ExactQuantity quantity = ExactQuantity.parse(text);

    assertThat(quantity.valueCeil()).isEqualTo(value);
    assertThat(quantity.milliValueCeil()).isEqualTo(milli);
    assertThat(quantity).hasToString(printed);
    assertThat(ExactQuantity.parse(quantity.toString())).isEqualTo(quantity);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "1Kb", "1 Gi", "abc", "1.2.3", "1e", "1e-", "1mm", "1ki", "0x10", "1Gi5", "--1", "1e3.5",
      "Pi", "-Ei", "1Ei5", "Infinity", "NaN", "1,5"})
  void rejectsWhatIsNoQuantityAndSaysWhy(String text) {
    assertThatThrownBy(() -> ExactQuantity.parse(text))
        .isInstanceOf(QuantityFormatException.class)
        .hasMessageStartingWith("\"" + text + "\" is not a quantity: ");
  }

  @Test
  void namesThePlaceThatIsWrong() {
    assertThatThrownBy(() -> ExactQuantity.parse("1Kb")).hasMessageContaining("unexpected 'b' at position 3");
    assertThatThrownBy(() -> ExactQuantity.parse("1mm")).hasMessageContaining("unknown suffix \"mm\"");
    QuantityFormatException problem = new QuantityFormatException("x", "why");
    assertThat(problem.text()).isEqualTo("x");
    assertThat(problem.problem()).isEqualTo("why");
  }

  @Test
  void roundsThousandthsOfBytesUpToWholeBytes() {
    assertThat(ExactQuantity.parse("3060164198400m").valueCeil()).isEqualTo(3060164199L);
  }

  @Test
  void addsAThousandTimesAThousandthToExactlyOne() {
    ExactQuantity sum = ExactQuantity.ZERO;
    for (int i = 0; i < 1000; i++) {
      sum = sum.plus(ExactQuantity.parse("1m"));
    }

    assertThat(sum).isEqualTo(ExactQuantity.ofValue(1)).hasToString("1");
  }

  @Test
  void isEqualByValueHoweverItIsWritten() {
    Map<ExactQuantity, String> byQuantity = Map.of(ExactQuantity.parse("1Ki"), "kibi", ExactQuantity.parse("0.1"), "tenth");

    assertThat(byQuantity).containsEntry(ExactQuantity.parse("1024"), "kibi")
        .containsEntry(ExactQuantity.parse("1.024k"), "kibi")
        .containsEntry(ExactQuantity.parse("100m"), "tenth")
        .containsEntry(ExactQuantity.parse("1e-1"), "tenth");
    assertThat(ExactQuantity.parse("1Ki")).isNotEqualTo(ExactQuantity.parse("1k"));
    assertThat(ExactQuantity.parse("1Ki")).isGreaterThan(ExactQuantity.parse("1k"));
    assertThat(ExactQuantity.parse("-1n")).isLessThan(ExactQuantity.ZERO);
  }

  @Test
  void readsTenGibibytesThroughEveryRouteOfTheModel() {
    long expected = 10737418240L;
    assertThat(value(new Quantity("10Gi"))).isEqualTo(expected);
    assertThat(value(new Quantity("10", "Gi"))).isEqualTo(expected);
    assertThat(value(new Quantity("10Gi", ""))).isEqualTo(expected);
    assertThat(value(new Quantity("10Gi", null))).isEqualTo(expected);
    assertThat(value(new Quantity("10Gi", "Gi"))).isEqualTo(expected);
    assertThat(value(Quantity.parse("10Gi"))).isEqualTo(expected);
    assertThat(value(new QuantityBuilder().withAmount("10").withFormat("Gi").build())).isEqualTo(expected);
    assertThat(value(new QuantityBuilder().withAmount("10Gi").withFormat("Gi").build())).isEqualTo(expected);
    assertThat(value(new QuantityBuilder(new Quantity("10Gi")).build())).isEqualTo(expected);
    assertThat(value(Quantity.fromNumericalAmount(new BigDecimal(expected), "Gi"))).isEqualTo(expected);
    assertThat(value(Quantity.fromNumericalAmount(new BigDecimal(expected), null))).isEqualTo(expected);
  }

  @Test
  void theModelsBuilderLosesASuffixInTheAmountBeforeAnybodyCanSeeIt() {
    Quantity built = new QuantityBuilder().withAmount("10Gi").build();

    assertThat(built.getAmount() + built.getFormat()).isEqualTo("10");
  }

  @Test
  void takesTheMantissaAndTheSignOfAnExponentFromTheModel() {
    assertThat(value(new Quantity("129e6"))).isEqualTo(129_000_000);
    assertThat(value(Quantity.parse("129e6"))).isEqualTo(129_000_000);
    assertThat(ExactQuantity.of(new Quantity("1e-3"))).isEqualTo(ExactQuantity.parse("1m"));
    assertThat(ExactQuantity.of(new Quantity("1500m")).milliValueCeil()).isEqualTo(1500);
    assertThat(value(new Quantity(" 5"))).isEqualTo(5);
    assertThatThrownBy(() -> ExactQuantity.of(new Quantity("1Kb"))).isInstanceOf(QuantityFormatException.class);
    assertThatThrownBy(() -> ExactQuantity.of(new Quantity())).isInstanceOf(QuantityFormatException.class);
  }

  private static long value(Quantity quantity) {
    return ExactQuantity.of(quantity).valueCeil();
  }

  @Test
  void capsBinaryAmountsAsTheApiServerDoes() {
    assertThat(ExactQuantity.parse("8Ei")).isEqualTo(ExactQuantity.ofValue(Long.MAX_VALUE));
    assertThat(ExactQuantity.parse("-9999Ei")).isEqualTo(ExactQuantity.ofValue(-Long.MAX_VALUE));
    assertThat(ExactQuantity.parse("1Ei").valueCeil()).isEqualTo(1L << 60);
  }

  @Test
  void keepsAmountsBeyond64BitsExact() {
    ExactQuantity exa = ExactQuantity.parse("10E");

    assertThat(exa.exactValueCeil()).isEqualTo(new BigInteger("10000000000000000000"));
    assertThat(exa.valueCeil()).isEqualTo(Long.MAX_VALUE);
    assertThat(exa.minus(ExactQuantity.parse("9E")).valueCeil()).isEqualTo(1_000_000_000_000_000_000L);
    assertThat(exa.plus(ExactQuantity.parse("1n")).minus(exa)).isEqualTo(ExactQuantity.parse("1n"));
    assertThat(exa).isGreaterThan(ExactQuantity.ofValue(Long.MAX_VALUE)).hasToString("10E");
    assertThat(ExactQuantity.parse("-10E").valueCeil()).isEqualTo(Long.MIN_VALUE);
    assertThat(ExactQuantity.parse("5000E").toString()).isEqualTo("5000E");
    assertThat(ExactQuantity.ofValue(Long.MAX_VALUE).milliValueCeil()).isEqualTo(Long.MAX_VALUE);
    assertThat(ExactQuantity.ofValue(Long.MAX_VALUE).exactMilliValueCeil()).isEqualTo(new BigInteger("9223372036854775807000"));
    assertThat(ExactQuantity.parse("9223372036854775807.5").valueCeil()).isEqualTo(Long.MAX_VALUE);
    assertThat(ExactQuantity.ofValue(Long.MAX_VALUE).plus(ExactQuantity.parse("0.5")).plus(ExactQuantity.parse("0.5"))
        .exactValueCeil()).isEqualTo(new BigInteger("9223372036854775808"));
  }

  @Test
  void survivesAbsurdExponents() {
    assertThat(ExactQuantity.parse("1e2000000000")).isEqualTo(ExactQuantity.parse("1e1500"));
    assertThat(ExactQuantity.parse("1e9999999999").valueCeil()).isEqualTo(Long.MAX_VALUE);
    assertThat(ExactQuantity.parse("1e-2000000000")).isEqualTo(ExactQuantity.parse("1n"));
    assertThat(ExactQuantity.parse("0e2000000000")).isEqualTo(ExactQuantity.ZERO);
    assertThat(ExactQuantity.parse("1" + "0".repeat(5000)).valueCeil()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> ExactQuantity.parse("1e99999999999999999999")).isInstanceOf(QuantityFormatException.class);
  }

  @Test
  void aSumIsWrittenAsItsFirstNonZeroPart() {
    ExactQuantity gibi = ExactQuantity.parse("1Gi");

    assertThat(gibi.plus(ExactQuantity.parse("1048576"))).hasToString("1025Mi");
    assertThat(ExactQuantity.ZERO.plus(gibi)).hasToString("1Gi");
    assertThat(gibi.minus(gibi)).isEqualTo(ExactQuantity.ZERO).hasToString("0");
    assertThat(gibi.plus(ExactQuantity.parse("1m"))).hasToString("1073741824001m");
    assertThat(ExactQuantity.parse("50m").times(3)).hasToString("150m");
  }
}
