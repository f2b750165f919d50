package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T12:00:00Z",
        "2024-02-29T23:59:59Z",
        "2026-01-31T12:00:00.123456789Z",
        "2026-01-31T12:00:00.5+02:00",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-17:59"
      })
  void whatIsATimeCanBeReadAsOne(String text) {
    assertThat(TimeSyntax.isTime(text)).isTrue();
    assertThat(Instant.parse(text)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "2026-01-31",
        "2026-01-31T12:00:00",
        "2026-01-31 12:00:00Z",
        "2026-01-31t12:00:00z",
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.1234567890Z",
        "2026-01-01T00:00:00+2:00",
        "2026-01-01T00:00:00+0200",
        "2026-01-01T00:00:00+18:00",
        "2026-01-01T00:00:00Zx",
        "+2026-01-01T00:00:00Z"
      })
  void anythingElseIsNone(String text) {
    assertThat(TimeSyntax.isTime(text)).isFalse();
  }
}
