package io.berth.framework.resource;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums and maxima of resource lists by name. An absent name and a zero are different things here.
 *
 * <p>Source: component-helpers/resource/helpers.go addResourceList, maxResourceList, max, applyNonMissing, v0.37.2.
 */
final class Amounts {

  private Amounts() {}

  static TreeMap<String, ExactQuantity> none() {
    return new TreeMap<>();
  }

  static Map<String, ExactQuantity> of(@Nullable Map<String, Quantity> list) {
    if (list == null || list.isEmpty()) {
      return Map.of();
    }
    TreeMap<String, ExactQuantity> amounts = none();
    list.forEach((name, quantity) -> amounts.put(name, quantity == null ? ExactQuantity.ZERO : ExactQuantity.of(quantity)));
    return amounts;
  }

  static void add(Map<String, ExactQuantity> sum, Map<String, ExactQuantity> other) {
    other.forEach((name, quantity) -> add(sum, name, quantity));
  }

  static void add(Map<String, ExactQuantity> sum, String name, ExactQuantity quantity) {
    ExactQuantity old = sum.get(name);
    sum.put(name, old == null ? quantity : old.plus(quantity));
  }

  static void max(Map<String, ExactQuantity> greatest, Map<String, ExactQuantity> other) {
    other.forEach((name, quantity) -> {
      ExactQuantity old = greatest.get(name);
      if (old == null || quantity.compareTo(old) > 0) {
        greatest.put(name, quantity);
      }
    });
  }

  static Map<String, ExactQuantity> filledIn(Map<String, ExactQuantity> requests, Map<String, ExactQuantity> nonMissing) {
    if (nonMissing.isEmpty() || requests.keySet().containsAll(nonMissing.keySet())) {
      return requests;
    }
    TreeMap<String, ExactQuantity> filled = new TreeMap<>(requests);
    nonMissing.forEach(filled::putIfAbsent);
    return filled;
  }
}
