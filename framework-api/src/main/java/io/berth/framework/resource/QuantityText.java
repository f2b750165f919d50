package io.berth.framework.resource;

import io.berth.framework.resource.ExactQuantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The canonical text of a quantity.
 *
 * <p>Source: apimachinery/pkg/api/resource/quantity.go CanonicalizeBytes, v0.37.2.
 */
final class QuantityText {

  private static final String[] DECIMAL = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
  private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  private static final BigInteger KIBI = BigInteger.valueOf(1024);
  private static final BigInteger NANOS = BigInteger.valueOf(ExactQuantity.NANOS);

  private QuantityText() {}

  static String canonical(ExactQuantity quantity) {
    if (quantity.isZero()) {
      return "0";
    }
    BigInteger nanos = quantity.inNanos();
    if (quantity.format() == Format.BINARY_SI) {
      BigInteger[] parts = nanos.divideAndRemainder(NANOS);
      if (parts[1].signum() == 0 && parts[0].abs().compareTo(KIBI) >= 0) {
        return binary(parts[0]);
      }
    }
    return decimal(nanos, quantity.format() == Format.DECIMAL_EXPONENT);
  }

  private static String binary(BigInteger value) {
    BigInteger mantissa = value;
    int power = 0;
    while (power < BINARY.length - 1 && mantissa.getLowestSetBit() >= 10) {
      mantissa = mantissa.shiftRight(10);
      power++;
    }
    return mantissa + BINARY[power];
  }

  private static String decimal(BigInteger nanos, boolean withExponent) {
    BigDecimal stripped = new BigDecimal(nanos, 9).stripTrailingZeros();
    int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
    if (!withExponent) {
      exponent = Math.min(exponent, 18);
    }
    BigInteger mantissa = stripped.scaleByPowerOfTen(-exponent).toBigIntegerExact();
    if (withExponent) {
      return exponent == 0 ? mantissa.toString() : mantissa + "e" + exponent;
    }
    return mantissa + DECIMAL[exponent / 3 + 3];
  }
}
