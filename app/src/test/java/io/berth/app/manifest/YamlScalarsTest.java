package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlScalarsTest {

  @Test
  void plainScalarsMeanWhatTheyMeanToKubectl() {
    assertKind(Token.NULL, "", "~", "null", "Null", "NULL");
    assertKind(Token.BOOLEAN, "true", "True", "TRUE", "yes", "on", "y", "N", "Off", "false");
    assertKind(Token.INTEGER, "0", "7", "-5", "+5", "1_000", "0x1F", "010", "0o17", "0b101", "12345678901234567890123");
    assertKind(Token.FLOAT, "1.5", ".5", "1.", "1e3", "-1E-3", "08", ".inf", "-.INF", ".NaN");
    assertKind(Token.TEXT, "nope", "yess", "tRUE", "1Gi", "500m", "1:30", "-", "+", "0x", "1.2.3", "a", "fe", "2026-01-01", ".", "-.");
  }

  @Test
  void wholeNumbersAreGivenInDecimal() {
    assertThat(YamlScalars.decimal("0644")).isEqualTo("420");
    assertThat(YamlScalars.decimal("-0x10")).isEqualTo("-16");
    assertThat(YamlScalars.decimal("+1_000")).isEqualTo("1000");
    assertThat(YamlScalars.decimal("0b11")).isEqualTo("3");
    assertThat(YamlScalars.decimal("17")).isEqualTo("17");
  }

  @Test
  void theWordsForTruthAreToldFromThoseForFalsehood() {
    assertThat(YamlScalars.isTrue("On")).isTrue();
    assertThat(YamlScalars.isTrue("Y")).isTrue();
    assertThat(YamlScalars.isTrue("off")).isFalse();
    assertThat(YamlScalars.isTrue("NO")).isFalse();
  }

  private static void assertKind(Token kind, String... scalars) {
    for (String scalar : scalars) {
      assertThat(YamlScalars.kind(scalar)).as(scalar).isEqualTo(kind);
    }
  }
}
