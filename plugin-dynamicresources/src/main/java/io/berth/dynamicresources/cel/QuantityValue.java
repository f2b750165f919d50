package io.berth.dynamicresources.cel;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.ExactQuantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A quantity as expressions see it. Its amount is exact. Whether it {@code isInteger} depends upstream on the way it was
 * written, and on how it was computed: {@code 1000m} is no integer there, nor is a number of more than 18 digits. So that way
 * is kept, as mantissa and power of ten; null if upstream would not have it so. Equal by amount.
 *
 * <p>Source: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go, amount.go, v1.37.2.
 */
final class QuantityValue implements Comparable<QuantityValue> {

  private static final int MAX_DIGITS = 18;
  private static final int NANO = -9;

  private final ExactQuantity amount;
  private final @Nullable Scaled scaled;

  private record Scaled(long mantissa, int scale) {

    @Nullable Scaled plus(Scaled other) {
      if (other.mantissa == 0) {
        return this;
      }
      if (mantissa == 0) {
        return other;
      }
      int common = Math.min(scale, other.scale);
      try {
        return new Scaled(Math.addExact(shifted(mantissa, scale - common), shifted(other.mantissa, other.scale - common)), common);
      } catch (ArithmeticException e) {
        return null;
      }
    }

    Scaled negated() {
      return new Scaled(-mantissa, scale);
    }

    static long shifted(long mantissa, int by) {
      long shifted = mantissa;
      for (int i = 0; i < by && shifted != 0; i++) {
        shifted = Math.multiplyExact(shifted, 10L);
      }
      return shifted;
    }
  }

  private QuantityValue(ExactQuantity amount, @Nullable Scaled scaled) {
    this.amount = amount;
    this.scaled = scaled;
  }

  /**
   * Reads a quantity.
   *
   * @throws io.berth.framework.resource.QuantityFormatException if it is none
   */
  static QuantityValue parse(String text) {
    ExactQuantity amount = ExactQuantity.parse(text);
    return new QuantityValue(amount, scaled(text, amount.format()));
  }

  static QuantityValue of(long value) {
    return new QuantityValue(ExactQuantity.ofValue(value), new Scaled(value, 0));
  }

  private static @Nullable Scaled scaled(String text, Format format) {
    int end = text.length();
    int pos = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    while (pos < end && text.charAt(pos) == '0') {
      pos++;
    }
    int whole = pos;
    pos = skipDigits(text, pos);
    String digits = whole == pos ? "0" : text.substring(whole, pos);
    String fraction = "";
    if (pos < end && text.charAt(pos) == '.') {
      int start = pos + 1;
      pos = skipDigits(text, start);
      fraction = text.substring(start, pos);
    }
    String suffix = text.substring(pos);
    boolean binary = suffix.endsWith("i");
    int exponent = exponent(suffix, format);
    int precision = binary
        ? fraction.isEmpty() ? 14 - digits.length() - exponent * 3 / 10 : -1
        : MAX_DIGITS - digits.length() - fraction.length();
    int scale = (binary ? 0 : exponent) - fraction.length();
    if (precision < 0 || scale < NANO) {
      return null;
    }
    try {
      long mantissa = Math.multiplyExact(Long.parseLong(digits + fraction), binary ? 1L << exponent : 1L);
      return new Scaled(text.charAt(0) == '-' ? -mantissa : mantissa, scale);
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static int skipDigits(String text, int from) {
    int pos = from;
    while (pos < text.length() && text.charAt(pos) >= '0' && text.charAt(pos) <= '9') {
      pos++;
    }
    return pos;
  }

  private static int exponent(String suffix, Format format) {
    if (suffix.isEmpty()) {
      return 0;
    }
    if (format == Format.DECIMAL_EXPONENT) {
      return (int) Math.max(-1000, Math.min(1000, Long.parseLong(suffix, 1, suffix.length(), 10)));
    }
    int thousands = "num kMGTPE".indexOf(suffix.charAt(0) == 'K' ? 'k' : suffix.charAt(0)) - 3;
    return suffix.endsWith("i") ? thousands * 10 : thousands * 3;
  }

  QuantityValue plus(QuantityValue other) {
    return new QuantityValue(
        amount.plus(other.amount), scaled == null || other.scaled == null ? null : scaled.plus(other.scaled));
  }

  QuantityValue minus(QuantityValue other) {
    return new QuantityValue(
        amount.minus(other.amount), scaled == null || other.scaled == null ? null : scaled.plus(other.scaled.negated()));
  }

  int signum() {
    return amount.signum();
  }

  /** The amount as a whole number; {@code null} if upstream has none. */
  @Nullable Long asInteger() {
    if (scaled == null || scaled.scale < 0) {
      return null;
    }
    try {
      return Scaled.shifted(scaled.mantissa, scaled.scale);
    } catch (ArithmeticException e) {
      return null;
    }
  }

  double asApproximateFloat() {
    BigInteger nanos = amount.times(1_000_000_000L).exactValueCeil();
    return new BigDecimal(nanos, 9).doubleValue();
  }

  @Override
  public int compareTo(QuantityValue other) {
    return amount.compareTo(other.amount);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QuantityValue that && amount.equals(that.amount);
  }

  @Override
  public int hashCode() {
    return amount.hashCode();
  }

  @Override
  public String toString() {
    return amount.toString();
  }
}
