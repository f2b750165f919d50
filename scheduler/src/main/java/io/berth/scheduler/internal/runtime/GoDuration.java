package io.berth.scheduler.internal.runtime;

import java.math.BigDecimal;
import java.time.Duration;

/** Writes durations as upstream's messages have them: {@code 1m30s}, {@code 1.5s}, {@code 200ms}. */
final class GoDuration {
  private GoDuration() {}

  static String format(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    if (duration.isNegative()) {
      return "-" + format(duration.negated());
    }
    long nanos = duration.getNano();
    if (duration.getSeconds() == 0) {
      return subSecond(nanos);
    }
    long hours = duration.toHours();
    String seconds = decimal(BigDecimal.valueOf(nanos, 9).add(BigDecimal.valueOf(duration.toSecondsPart()))) + "s";
    if (hours > 0) {
      return hours + "h" + duration.toMinutesPart() + "m" + seconds;
    }
    return duration.toMinutes() > 0 ? duration.toMinutes() + "m" + seconds : seconds;
  }

  private static String subSecond(long nanos) {
    if (nanos < 1_000) {
      return nanos + "ns";
    }
    return nanos < 1_000_000
        ? decimal(BigDecimal.valueOf(nanos, 3)) + "µs"
        : decimal(BigDecimal.valueOf(nanos, 6)) + "ms";
  }

  private static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
