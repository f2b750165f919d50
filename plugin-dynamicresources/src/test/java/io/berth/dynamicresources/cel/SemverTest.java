package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SemverTest {

  @Test
  void versionsAreOrderedAsTheSpecificationSays() {
    List<String> ascending = List.of("0.0.1", "1.0.0-2", "1.0.0-11", "1.0.0-B", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
        "1.0.0-beta", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.9", "1.2.10", "1.10.0", "18446744073709551615.0.0");
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Semver.parse(ascending.get(i)).compareTo(Semver.parse(ascending.get(j))))
            .as(ascending.get(i) + " and " + ascending.get(j)).isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void buildMetadataDoesNotCount() {
    assertThat(Semver.parse("1.0.0+a")).isEqualTo(Semver.parse("1.0.0+b")).hasSameHashCodeAs(Semver.parse("1.0.0"));
    assertThat(Semver.parse("1.0.0-rc.1+b.2")).hasToString("1.0.0-rc.1+b.2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.2", "v1.2.3", "01.2.3", "1.02.3", "1.2.03", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+", "1.2.3+a_b",
      "1.2.3-a_b", "1.2.x", "-1.0.0", "1..0", ".1.0", " 1.2.3", "1.2.3 ", "18446744073709551616.0.0", "1.2.3-18446744073709551616", "١.2.3"})
  void whatIsNoVersionIsRefused(String text) {
    assertThatThrownBy(() -> Semver.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"v1.2.3, 1.2.3", "1, 1.0.0", "1.2, 1.2.0", "01.02.003, 1.2.3", "000.0.0, 0.0.0", "1.2.03-rc, 1.2.3-rc", "v0, 0.0.0"})
  void normalisationFillsUpAndTakesZerosAway(String text, String version) {
    assertThat(Semver.parseNormalized(text)).hasToString(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v", "vv1.0.0", "1.2-rc", "1+b", " 1.2.3", "1.2.0-rc.01", "1.2.3.4"})
  void normalisationDoesNotAcceptEverything(String text) {
    assertThatThrownBy(() -> Semver.parseNormalized(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
