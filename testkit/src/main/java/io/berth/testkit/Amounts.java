package io.berth.testkit;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pairs of names and values in an argument list. */
final class Amounts {
  private Amounts() {}

  /** Quantities from {@code "cpu", "2", "memory", "1Gi"}. */
  static Map<String, Quantity> of(String... namesAndQuantities) {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    pairs(namesAndQuantities).forEach((name, quantity) -> amounts.put(name, new Quantity(quantity)));
    return amounts;
  }

  /** A map from {@code "key", "value", "key", "value"}. */
  static Map<String, String> pairs(String... keysAndValues) {
    if (keysAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "names and values take turns, but there are " + keysAndValues.length + " arguments: " + String.join(", ", keysAndValues));
    }
    Map<String, String> pairs = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      pairs.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return pairs;
  }

  /** A name that none of the others has: the prefix and how many there are. */
  static String numbered(String prefix, Collection<?> others) {
    return prefix + others.size();
  }
}
