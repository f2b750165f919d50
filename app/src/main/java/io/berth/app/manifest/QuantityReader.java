package io.berth.app.manifest;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.QuantityFormatException;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and checks quantities. Equal texts give the same object, which nobody may change (as with every object that is handed on). */
final class QuantityReader {

  /** A longer text is no quantity. Taking it for a number would cost time that grows with the square of its length. */
  static final int LONGEST = 1_000;

  private static final int MOST = 10_000;
  private static final BigInteger MOST_BINARY = BigInteger.valueOf(Long.MAX_VALUE);

  /** What a text is; {@code capped} when an API server would silently put a smaller amount in its place. */
  record Result(@Nullable Quantity quantity, boolean negative, boolean capped) {

    static final Result NONE = new Result(null, false, false);
  }

  private final Map<String, Result> known = new HashMap<>();

  Result read(String text) {
    if (text.length() > LONGEST) {
      return Result.NONE;
    }
    Result result = known.get(text);
    if (result == null) {
      result = parse(text);
      if (known.size() < MOST) {
        known.put(text, result);
      }
    }
    return result;
  }

  private static Result parse(String text) {
    try {
      boolean negative = ExactQuantity.parse(text).signum() < 0;
      Quantity quantity = split(text);
      return new Result(quantity, negative, isCapped(quantity));
    } catch (QuantityFormatException e) {
      return Result.NONE;
    }
  }

  /**
   * Amounts with a binary suffix end at 2^63-1, so that 9Ei and 100Ei are one and the same.
   *
   * <p>Source: apimachinery/pkg/api/resource/quantity.go ParseQuantity, v0.37.2.
   */
  private static boolean isCapped(Quantity quantity) {
    int power = quantity.getFormat().endsWith("i") ? " KMGTPE".indexOf(quantity.getFormat().charAt(0)) : -1;
    return power > 0
        && new BigDecimal(quantity.getAmount()).abs().multiply(new BigDecimal(BigInteger.ONE.shiftLeft(10 * power))).toBigInteger()
                .compareTo(MOST_BINARY)
            > 0;
  }

  /** The model keeps number and suffix apart. */
  private static Quantity split(String text) {
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    return new Quantity(text.substring(0, end), text.substring(end));
  }
}
