package io.berth.app.simulate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a tree of maps, lists, text, numbers and truth values as JSON or as YAML. Text that YAML could take for something else is put into
 * the quotes of JSON, which YAML reads alike.
 */
final class OutputWriter {

  private final PrintWriter out;

  private OutputWriter(PrintWriter out) {
    this.out = out;
  }

  static void json(Object tree, PrintWriter out) {
    new OutputWriter(out).json(tree, 0);
    out.append('\n');
  }

  static void yaml(Map<String, ?> tree, PrintWriter out) {
    new OutputWriter(out).yamlMap(tree, 0, false);
  }

  private void json(Object value, int indent) {
    if (value instanceof Map<?, ?> map) {
      jsonItems(map.isEmpty() ? "{}" : "{", map.isEmpty() ? "" : "}", indent, map.entrySet());
    } else if (value instanceof List<?> list) {
      jsonItems(list.isEmpty() ? "[]" : "[", list.isEmpty() ? "" : "]", indent, list);
    } else if (value instanceof String text) {
      quoted(text);
    } else {
      out.append(String.valueOf(value));
    }
  }

  private void jsonItems(String begin, String end, int indent, Iterable<?> items) {
    out.append(begin);
    String separator = "\n";
    for (Object item : items) {
      out.append(separator).append("  ".repeat(indent + 1));
      separator = ",\n";
      if (item instanceof Map.Entry<?, ?> entry) {
        quoted(String.valueOf(entry.getKey()));
        out.append(": ");
        json(entry.getValue(), indent + 1);
      } else {
        json(item, indent + 1);
      }
    }
    if (!end.isEmpty()) {
      out.append('\n').append("  ".repeat(indent)).append(end);
    }
  }

  private void yamlMap(Map<?, ?> map, int indent, boolean firstIsPlaced) {
    boolean placed = firstIsPlaced;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!placed) {
        out.append("  ".repeat(indent));
      }
      placed = false;
      yamlText(String.valueOf(entry.getKey()));
      out.append(':');
      yamlValue(entry.getValue(), indent);
    }
  }

  private void yamlValue(Object value, int indent) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append('\n');
      yamlMap(map, indent + 1, false);
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      out.append('\n');
      for (Object item : list) {
        out.append("  ".repeat(indent)).append('-');
        yamlItem(item, indent);
      }
    } else {
      out.append(' ');
      yamlScalar(value);
    }
  }

  private void yamlItem(Object item, int indent) {
    if (item instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append(' ');
      yamlMap(map, indent + 1, true);
    } else {
      yamlValue(item, indent + 1);
    }
  }

  private void yamlScalar(Object value) {
    if (value instanceof Map<?, ?>) {
      out.append("{}");
    } else if (value instanceof List<?>) {
      out.append("[]");
    } else if (value instanceof String text) {
      yamlText(text);
    } else {
      out.append(String.valueOf(value));
    }
    out.append('\n');
  }

  private void yamlText(String text) {
    if (isPlain(text)) {
      out.append(text);
    } else {
      quoted(text);
    }
  }

  /** Letters first, nothing that means something to YAML, no word that it reads as truth or nothing. */
  private static boolean isPlain(String text) {
    if (text.length() < 2 || !isLetter(text.charAt(0)) || text.endsWith(" ") || text.endsWith(":")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isLetter(c) && (c < '0' || c > '9') && " -_./(),=".indexOf(c) < 0) {
        return false;
      }
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "yes", "no", "on", "off", "true", "false", "null" -> false;
      default -> true;
    };
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private void quoted(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
