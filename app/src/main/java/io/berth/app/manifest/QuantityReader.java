package io.berth.app.manifest;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.QuantityFormatException;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and checks quantities. Equal texts give the same object, which nobody may change (as with every object that is handed on). */
final class QuantityReader {

  private static final int MOST = 10_000;

  /** What a text is. */
  record Result(@Nullable Quantity quantity, boolean negative) {}

  private final Map<String, Result> known = new HashMap<>();

  Result read(String text) {
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
      return new Result(split(text), negative);
    } catch (QuantityFormatException e) {
      return new Result(null, false);
    }
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
