package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * An exact Kubernetes quantity. Immutable; equal and ordered by value, whatever the way it was written in: {@code 1Ki}
 * equals {@code 1024}, {@code 0.1} equals {@code 100m}.
 *
 * <p>The unit of the last place is 10^-9; finer texts are rounded away from zero to it. Sums, differences and products are
 * exact at any size. Amounts with a binary suffix are capped at 2^63-1, as the API server caps them.
 *
 * <p>Source: apimachinery/pkg/api/resource/quantity.go, v0.37.2.
 */
public final class ExactQuantity implements Comparable<ExactQuantity> {

  /** How a quantity is written. */
  public enum Format {
    /** Suffixes n, u, m, none, k, M, G, T, P, E. */
    DECIMAL_SI,
    /** Suffixes Ki, Mi, Gi, Ti, Pi, Ei. */
    BINARY_SI,
    /** An exponent: {@code 12e6}. */
    DECIMAL_EXPONENT
  }

  /** Nothing. */
  public static final ExactQuantity ZERO = new ExactQuantity(0, 0, null, Format.DECIMAL_SI, null);

  static final int NANOS = 1_000_000_000;
  private static final BigInteger BIG_NANOS = BigInteger.valueOf(NANOS);
  private static final long[] POWERS = new long[19];

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  /** The largest whole number that is not larger than the amount; meaningless if {@link #big} is set. */
  private final long whole;

  /** What is above {@link #whole}, in 10^-9: 0 to 999,999,999. */
  private final int nanos;

  /** The whole amount in 10^-9, if its whole part does not fit into 64 bits. */
  private final @Nullable BigInteger big;

  private final Format format;

  /** The text that it was parsed from, where upstream prints that again. */
  private final @Nullable String text;

  private ExactQuantity(long whole, int nanos, @Nullable BigInteger big, Format format, @Nullable String text) {
    this.whole = whole;
    this.nanos = nanos;
    this.big = big;
    this.format = format;
    this.text = text;
  }

  /**
   * Reads a quantity as the API server does.
   *
   * @throws QuantityFormatException if the text is not a quantity
   */
  public static ExactQuantity parse(String text) {
    return text.equals("0") ? ZERO : QuantityParser.parse(text);
  }

  /**
   * Reads a quantity of the Kubernetes model. It may hold the whole text in its amount, or the suffix (or exponent) apart in
   * its format; its own arithmetic is not used.
   *
   * <p>The model's builder drops a suffix that is given with the amount alone ({@code withAmount("10Gi")} builds 10): give it
   * the format apart, or use the constructor.
   *
   * @throws QuantityFormatException if it is not a quantity
   */
  public static ExactQuantity of(Quantity quantity) {
    String amount = quantity.getAmount() == null ? "" : quantity.getAmount().strip();
    String suffix = quantity.getFormat() == null ? "" : quantity.getFormat().strip();
    if (suffix.isEmpty() || amount.endsWith(suffix)) {
      return parse(amount);
    }
    return parse(amount + suffix);
  }

  /** A whole number. */
  public static ExactQuantity ofValue(long value) {
    return of(value, 0, Format.DECIMAL_SI, null);
  }

  /** A number of thousandths. */
  public static ExactQuantity ofMilli(long milli) {
    return of(Math.floorDiv(milli, 1000L), Math.floorMod(milli, 1000) * 1_000_000, Format.DECIMAL_SI, null);
  }

  static ExactQuantity of(long whole, int nanos, Format format, @Nullable String text) {
    return new ExactQuantity(whole, nanos, null, format, text);
  }

  static ExactQuantity ofNanos(BigInteger nanos, Format format) {
    BigInteger[] parts = nanos.divideAndRemainder(BIG_NANOS);
    if (parts[1].signum() < 0) {
      parts[0] = parts[0].subtract(BigInteger.ONE);
      parts[1] = parts[1].add(BIG_NANOS);
    }
    if (parts[0].bitLength() > 63) {
      return new ExactQuantity(0, 0, nanos, format, null);
    }
    return new ExactQuantity(parts[0].longValue(), parts[1].intValue(), null, format, null);
  }

  static long powerOfTen(int exponent) {
    return POWERS[exponent];
  }

  /** How {@link #toString} writes it. */
  public Format format() {
    return format;
  }

  /** Whether it is zero. */
  public boolean isZero() {
    return signum() == 0;
  }

  /** -1, 0 or 1 for a negative amount, zero and a positive amount. */
  public int signum() {
    if (big != null) {
      return big.signum();
    }
    return whole < 0 ? -1 : whole > 0 || nanos > 0 ? 1 : 0;
  }

  /**
   * The whole units, rounded away from zero. An amount that does not fit into 64 bits gives {@link Long#MAX_VALUE} or
   * {@link Long#MIN_VALUE}.
   */
  public long valueCeil() {
    if (big != null) {
      return saturated(big);
    }
    return nanos == 0 || whole < 0 ? whole : whole == Long.MAX_VALUE ? whole : whole + 1;
  }

  /** The thousandths, rounded away from zero, saturating as {@link #valueCeil} does. */
  public long milliValueCeil() {
    if (big != null || whole > Long.MAX_VALUE / 1000 - 1 || whole < Long.MIN_VALUE / 1000 + 1) {
      return saturated(exactMilliValueCeil());
    }
    return whole * 1000 + (whole < 0 ? nanos / 1_000_000 : (nanos + 999_999) / 1_000_000);
  }

  /** {@link #valueCeil} without a bound. */
  public BigInteger exactValueCeil() {
    return awayFromZero(BIG_NANOS);
  }

  /** {@link #milliValueCeil} without a bound. */
  public BigInteger exactMilliValueCeil() {
    return awayFromZero(BigInteger.valueOf(1_000_000));
  }

  /** The sum. It is written as this one is; if this one is zero, as the other one. */
  public ExactQuantity plus(ExactQuantity other) {
    Format kept = isZero() ? other.format : format;
    if (big == null && other.big == null) {
      int fraction = nanos + other.nanos;
      long sum = whole + other.whole;
      boolean overflow = ((whole ^ sum) & (other.whole ^ sum)) < 0;
      if (!overflow && fraction < NANOS) {
        return of(sum, fraction, kept, null);
      }
      if (!overflow && sum < Long.MAX_VALUE) {
        return of(sum + 1, fraction - NANOS, kept, null);
      }
    }
    return ofNanos(inNanos().add(other.inNanos()), kept);
  }

  /** The difference. It is written as this one is; if this one is zero, as the other one. */
  public ExactQuantity minus(ExactQuantity other) {
    return plus(ofNanos(other.inNanos().negate(), other.format));
  }

  /** The product. */
  public ExactQuantity times(long factor) {
    return ofNanos(inNanos().multiply(BigInteger.valueOf(factor)), format);
  }

  /** The whole amount in 10^-9. */
  BigInteger inNanos() {
    if (big != null) {
      return big;
    }
    return BigInteger.valueOf(whole).multiply(BIG_NANOS).add(BigInteger.valueOf(nanos));
  }

  @Override
  public int compareTo(ExactQuantity other) {
    if (big != null || other.big != null) {
      return inNanos().compareTo(other.inNanos());
    }
    int byWhole = Long.compare(whole, other.whole);
    return byWhole != 0 ? byWhole : Integer.compare(nanos, other.nanos);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ExactQuantity that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return big != null ? big.hashCode() : Long.hashCode(whole) * 31 + nanos;
  }

  /**
   * The canonical text: no fraction, the largest suffix that loses nothing. A text that was parsed and needed no change is
   * given back as it was, as upstream does ({@code 1.500} stays, {@code 1.5} becomes {@code 1500m}).
   */
  @Override
  public String toString() {
    return text != null ? text : QuantityText.canonical(this);
  }

  private BigInteger awayFromZero(BigInteger unit) {
    BigInteger[] parts = inNanos().divideAndRemainder(unit);
    return parts[0].add(BigInteger.valueOf(parts[1].signum()));
  }

  /** The nearest {@code long}. */
  static long saturated(BigInteger value) {
    if (value.bitLength() <= 63) {
      return value.longValue();
    }
    return value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
