package io.berth.app.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeTextTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void readsDurationsAndInstants() {
    assertThat(TimeText.parse("90s", START)).contains(Duration.ofSeconds(90));
    assertThat(TimeText.parse("1d2h3m4.5s", START)).contains(Duration.ofDays(1).plusHours(2).plusMinutes(3).plusMillis(4500));
    assertThat(TimeText.parse("0", START)).contains(Duration.ZERO);
    assertThat(TimeText.parse("2026-01-01T00:01:00Z", START)).contains(Duration.ofMinutes(1));
  }

  @Test
  void takesNothingElse() {
    for (String text : new String[] {"", "30", "s", "1x", "1s2", "-1s", "2025-12-31T23:59:59Z", "999999999999d", "soon"}) {
      assertThat(TimeText.parse(text, START)).as(text).isEmpty();
    }
  }

  @Test
  void writesDurationsForPeople() {
    assertThat(TimeText.of(Duration.ZERO)).isEqualTo("0s");
    assertThat(TimeText.of(Duration.ofMillis(1500))).isEqualTo("1.5s");
    assertThat(TimeText.of(Duration.ofSeconds(90))).isEqualTo("1m30s");
    assertThat(TimeText.of(Duration.ofHours(49))).isEqualTo("2d1h");
  }
}
