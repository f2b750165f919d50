package io.berth.framework.selector;

import java.util.List;
import java.util.Set;
import java.util.LinkedHashSet;
import java.util.stream.Collectors;

/**
 * Upstream's texts of field errors.
 *
 * <p>Source: apimachinery/pkg/util/validation/field/errors.go, pkg/util/errors/errors.go, v0.37.2.
 */
final class FieldErrors {

  private FieldErrors() {}

  static String invalid(String path, String value, String detail) {
    return path + ": Invalid value: " + quote(value) + ": " + detail;
  }

  static String invalid(String path, List<String> values, String detail) {
    return path + ": Invalid value: " + json(values) + ": " + detail;
  }

  static String notSupported(String path, String value, List<String> supported) {
    return path + ": Unsupported value: " + quote(value) + ": supported values: "
        + supported.stream().map(FieldErrors::quote).collect(Collectors.joining(", "));
  }

  /** One text for several errors, each distinct one once. */
  static String aggregate(List<String> errors) {
    Set<String> distinct = new LinkedHashSet<>(errors);
    return distinct.size() == 1 ? distinct.iterator().next() : "[" + String.join(", ", distinct) + "]";
  }

  /** A field of a path that may be empty. */
  static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> {
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7f) {
            quoted.append(String.format("\\x%02x", c));
          } else {
            quoted.appendCodePoint(c);
          }
        }
      }
    });
    return quoted.append('"').toString();
  }

  /** A list as JSON; an empty one is upstream's nil. */
  private static String json(List<String> values) {
    if (values.isEmpty()) {
      return "null";
    }
    return values.stream().map(FieldErrors::jsonString).collect(Collectors.joining(",", "[", "]"));
  }

  private static String jsonString(String value) {
    StringBuilder json = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < 0x20 || c == '<' || c == '>' || c == '&') {
            json.append(String.format("\\u%04x", (int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }
}
