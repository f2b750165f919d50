package io.berth.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares two JSON trees and names every place where they differ. */
final class JsonDiff {

  private final List<Mismatch> mismatches = new ArrayList<>();

  private JsonDiff() {}

  /** The differences in the order of the places' names; lists are compared item by item. */
  static List<Mismatch> between(JsonNode expected, JsonNode actual) {
    var diff = new JsonDiff();
    diff.compare("", expected, actual);
    return diff.mismatches;
  }

  private void compare(String where, @Nullable JsonNode expected, @Nullable JsonNode actual) {
    if (expected == null || actual == null) {
      mismatches.add(new Mismatch(where, text(expected), text(actual)));
    } else if (expected.isObject() && actual.isObject()) {
      var keys = new TreeSet<String>(expected.propertyNames());
      keys.addAll(actual.propertyNames());
      for (String key : keys) {
        compare(join(where, key), expected.get(key), actual.get(key));
      }
    } else if (!same(expected, actual)) {
      mismatches.add(new Mismatch(where, text(expected), text(actual)));
    }
  }

  private static boolean same(JsonNode expected, JsonNode actual) {
    if (expected.isIntegralNumber() && actual.isIntegralNumber()) {
      return expected.bigIntegerValue().equals(actual.bigIntegerValue());
    }
    if (expected.isArray() && actual.isArray()) {
      if (expected.size() != actual.size()) {
        return false;
      }
      for (int i = 0; i < expected.size(); i++) {
        if (!between(expected.get(i), actual.get(i)).isEmpty()) {
          return false;
        }
      }
      return true;
    }
    return expected.equals(actual);
  }

  private static String join(String where, String key) {
    return where.isEmpty() ? key : where + "." + key;
  }

  private static String text(@Nullable JsonNode node) {
    return node == null ? Mismatch.ABSENT : node.toString();
  }
}
