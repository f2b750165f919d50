package io.berth.framework.resource;

import io.berth.framework.resource.ExactQuantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The quantity grammar, as permissive as the API server: a sign, digits with an optional point (either side of it may be
 * empty), and one suffix.
 *
 * <p>Source: apimachinery/pkg/api/resource/quantity.go ParseQuantity, suffix.go, v0.37.2.
 */
final class QuantityParser {

  /** A text with more digits before the point than this is capped: nothing that is scheduled is counted in 10^1000. */
  static final int MAX_DIGITS = 1000;

  private static final String SUFFIX_CHARS = "eEinumkKMGTP";
  private static final int NANO_SCALE = 9;
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger NANOS = BigInteger.valueOf(ExactQuantity.NANOS);

  private final String text;
  private boolean negative;
  private String digits = "0";
  private int fractionDigits;
  private boolean digitless;
  private String suffix = "";

  private Format format = Format.DECIMAL_SI;
  private int exponent;

  private QuantityParser(String text) {
    this.text = text;
  }

  static ExactQuantity parse(String text) {
    QuantityParser parser = new QuantityParser(text);
    parser.scan();
    parser.interpretSuffix();
    return parser.value();
  }

  private void scan() {
    int end = text.length();
    if (end == 0) {
      throw new QuantityFormatException(text, "it is empty");
    }
    int pos = 0;
    if (text.charAt(0) == '-' || text.charAt(0) == '+') {
      negative = text.charAt(0) == '-';
      pos++;
    }
    int signEnd = pos;
    while (pos < end && text.charAt(pos) == '0') {
      pos++;
    }
    int numberStart = pos;
    pos = skipDigits(pos);
    digitless = pos == signEnd;
    String whole = numberStart == pos ? "0" : text.substring(numberStart, pos);
    String fraction = "";
    if (pos < end && text.charAt(pos) == '.') {
      int fractionStart = pos + 1;
      pos = skipDigits(fractionStart);
      fraction = text.substring(fractionStart, pos);
    }
    digitless &= fraction.isEmpty();
    digits = fraction.isEmpty() ? whole : whole + fraction;
    fractionDigits = fraction.length();
    int suffixStart = pos;
    while (pos < end && SUFFIX_CHARS.indexOf(text.charAt(pos)) >= 0) {
      pos++;
    }
    if (pos < end && (text.charAt(pos) == '-' || text.charAt(pos) == '+')) {
      pos++;
    }
    pos = skipDigits(pos);
    if (pos < end) {
      throw new QuantityFormatException(
          text, "unexpected '" + text.charAt(pos) + "' at position " + (pos + 1) + "; expected digits and one of the suffixes "
              + "n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent such as e3");
    }
    suffix = text.substring(suffixStart);
  }

  private int skipDigits(int from) {
    int pos = from;
    while (pos < text.length() && text.charAt(pos) >= '0' && text.charAt(pos) <= '9') {
      pos++;
    }
    return pos;
  }

  private void interpretSuffix() {
    switch (suffix) {
      case "" -> exponent = 0;
      case "n" -> exponent = -9;
      case "u" -> exponent = -6;
      case "m" -> exponent = -3;
      case "k" -> exponent = 3;
      case "M" -> exponent = 6;
      case "G" -> exponent = 9;
      case "T" -> exponent = 12;
      case "P" -> exponent = 15;
      case "E" -> exponent = 18;
      case "Ki" -> binary(10);
      case "Mi" -> binary(20);
      case "Gi" -> binary(30);
      case "Ti" -> binary(40);
      case "Pi" -> binary(50);
      case "Ei" -> binary(60);
      default -> decimalExponent();
    }
  }

  private void binary(int power) {
    format = Format.BINARY_SI;
    exponent = power;
  }

  private void decimalExponent() {
    char first = suffix.charAt(0);
    if (first != 'e' && first != 'E') {
      throw unknownSuffix(null);
    }
    try {
      long value = Long.parseLong(suffix, 1, suffix.length(), 10);
      format = Format.DECIMAL_EXPONENT;
      // Beyond these bounds every number is capped, or rounded up to the smallest one.
      long bound = (long) MAX_DIGITS + text.length();
      exponent = (int) Math.max(-bound, Math.min(bound, value));
    } catch (NumberFormatException e) {
      throw unknownSuffix(e);
    }
  }

  private QuantityFormatException unknownSuffix(@Nullable Throwable cause) {
    QuantityFormatException problem = new QuantityFormatException(text, "unknown suffix \"" + suffix
        + "\"; the suffixes are n u m k M G T P E Ki Mi Gi Ti Pi Ei and exponents such as e3");
    if (cause != null) {
      problem.initCause(cause);
    }
    return problem;
  }

  private ExactQuantity value() {
    // Upstream takes a number without digits for zero, but not in the formats that it computes the slow way.
    if (digitless && (format == Format.BINARY_SI ? exponent >= 50 : exponent < -NANO_SCALE)) {
      throw new QuantityFormatException(text, "it has no digits");
    }
    if (digits.length() <= 18) {
      long mantissa = Long.parseLong(digits);
      if (negative) {
        mantissa = -mantissa;
      }
      ExactQuantity quick = format == Format.BINARY_SI ? shifted(mantissa) : scaled(mantissa, exponent - fractionDigits);
      if (quick != null) {
        return quick;
      }
    }
    BigInteger mantissa = new BigInteger(digits);
    if (mantissa.signum() == 0) {
      return ExactQuantity.of(0, 0, format, null);
    }
    return capped(format == Format.BINARY_SI ? binaryNanos(mantissa) : decimalNanos(mantissa));
  }

  private @Nullable ExactQuantity shifted(long mantissa) {
    if (fractionDigits > 0) {
      return null;
    }
    long result = mantissa << exponent;
    if (result >> exponent != mantissa) {
      return null;
    }
    boolean canonical = 14 - digits.length() - exponent * 3 / 10 >= 0 && (mantissa & 7) != 0;
    return ExactQuantity.of(result, 0, format, canonical ? text : null);
  }

  private @Nullable ExactQuantity scaled(long mantissa, int scale) {
    if (scale < -NANO_SCALE || scale > 18) {
      return null;
    }
    boolean canonical = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
    String kept = canonical ? text : null;
    if (scale >= 0) {
      long factor = ExactQuantity.powerOfTen(scale);
      long result = mantissa * factor;
      if (Math.multiplyHigh(mantissa, factor) != result >> 63) {
        return null;
      }
      return ExactQuantity.of(result, 0, format, kept);
    }
    long divisor = ExactQuantity.powerOfTen(-scale);
    long nanos = Math.floorMod(mantissa, divisor) * ExactQuantity.powerOfTen(NANO_SCALE + scale);
    return ExactQuantity.of(Math.floorDiv(mantissa, divisor), (int) nanos, format, kept);
  }

  private BigInteger decimalNanos(BigInteger mantissa) {
    int scale = fractionDigits - exponent;
    if (digits.length() - scale > MAX_DIGITS) {
      return BigInteger.TEN.pow(MAX_DIGITS).multiply(NANOS);
    }
    if (scale - digits.length() > NANO_SCALE) {
      return BigInteger.ONE;
    }
    return new BigDecimal(mantissa, scale).setScale(NANO_SCALE, RoundingMode.UP).unscaledValue();
  }

  private BigInteger binaryNanos(BigInteger mantissa) {
    BigInteger nanos =
        new BigDecimal(mantissa.shiftLeft(exponent), fractionDigits).setScale(NANO_SCALE, RoundingMode.UP).unscaledValue();
    if (nanos.compareTo(NANOS) < 0) {
      format = Format.DECIMAL_SI;
    }
    return nanos.min(MAX_LONG.multiply(NANOS));
  }

  private ExactQuantity capped(BigInteger nanos) {
    return ExactQuantity.ofNanos(negative ? nanos.negate() : nanos, format);
  }
}
