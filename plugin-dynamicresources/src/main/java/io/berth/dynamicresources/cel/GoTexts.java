package io.berth.dynamicresources.cel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How Go writes numbers and times. */
final class GoTexts {

  private static final int MAX_PLAIN_EXPONENT = 6;
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  private GoTexts() {}

  /** The shortest text that reads as this number. */
  static String of(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return special(number);
    }
    String sign = Double.compare(number, 0.0) < 0 ? "-" : "";
    BigDecimal exact = new BigDecimal(Double.toString(Math.abs(number))).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (exact.signum() == 0 || exponent >= -4 && exponent < MAX_PLAIN_EXPONENT) {
      return sign + (exact.signum() == 0 ? "0" : exact.toPlainString());
    }
    String digits = exact.unscaledValue().toString();
    return sign + digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
  }

  static String special(double number) {
    return Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
  }

  static BigDecimal rounded(double number, int precision) {
    return new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN);
  }

  static String of(Duration duration) {
    // Upstream counts in seconds of 53 bits, the part before the point and the one behind it each for itself.
    long whole = duration.getSeconds();
    int nanos = duration.getNano();
    if (whole < 0 && nanos > 0) {
      whole++;
      nanos -= 1_000_000_000;
    }
    BigDecimal seconds = new BigDecimal(Double.toString(whole + nanos / 1e9));
    return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
  }

  static String of(Instant time) {
    String fraction = time.getNano() == 0 ? "" : BigDecimal.valueOf(time.getNano(), 9).stripTrailingZeros().toPlainString().substring(1);
    return SECONDS.format(time) + fraction + "Z";
  }
}
