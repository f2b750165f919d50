package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityValueTest {

  @Test
  void amountsBeyond64BitsAreExact() throws Exception {
    CelCompiler compiler = new CelCompiler(CelFeatures.STORED);
    CelDevice device = Devices.device().withCapacity("big", "9223372036854775808").withCapacity("huge", "100000000000000000000000001").build();
    String big = "device.capacity['dra.example.com'].big";
    String huge = "device.capacity['dra.example.com'].huge";
    for (String truth : new String[] {
        big + ".isGreaterThan(quantity('9223372036854775807'))",
        huge + ".isGreaterThan(quantity('100000000000000000000000000'))",
        huge + ".sub(quantity('100000000000000000000000000')) == quantity('1')",
        big + ".add(" + big + ") == quantity('18446744073709551616')",
        "!" + big + ".isInteger()",
        "sign(" + huge + ".sub(" + huge + ")) == 0"}) {
      assertThat(compiler.selector(truth).matches(device)).as(truth).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"1Gi, 1073741824", "50k, 50000", "1e3, 1000", "-3, -3", "+1, 1", "0, 0", "007, 7", "1E, 1000000000000000000",
      "1000m,", "1.0,", "1.5,", "0.5Gi,", "9223372036854775807,", "100E,", "1n,"})
  void anIntegerIsWhatUpstreamKeepsAsOne(String text, Long integer) {
    assertThat(QuantityValue.parse(text).asInteger()).isEqualTo(integer);
  }

  @Test
  void sumsKeepTheFinestScale() {
    QuantityValue milli = QuantityValue.parse("500m");
    assertThat(milli.plus(milli)).isEqualTo(QuantityValue.of(1)).hasToString("1");
    assertThat(milli.plus(milli).asInteger()).isNull();
    assertThat(QuantityValue.parse("1k").minus(QuantityValue.of(1)).asInteger()).isEqualTo(999);
    assertThat(QuantityValue.parse("0").plus(QuantityValue.parse("1k")).asInteger()).isEqualTo(1000);
    assertThat(QuantityValue.of(Long.MAX_VALUE).plus(QuantityValue.of(1)).asInteger()).isNull();
  }
}
