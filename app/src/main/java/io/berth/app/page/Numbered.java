package io.berth.app.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives each distinct value a number, in the order in which they come. */
final class Numbered<T> {

  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  int of(T value) {
    Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    numbers.put(value, values.size());
    values.add(value);
    return values.size() - 1;
  }

  List<T> values() {
    return values;
  }
}
