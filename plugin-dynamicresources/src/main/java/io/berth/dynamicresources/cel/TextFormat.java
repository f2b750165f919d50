package io.berth.dynamicresources.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code "text".format([values])}: clauses {@code %s %d %f %e %b %x %X %o}, a precision for {@code f} and {@code e}.
 *
 * <p>Source: github.com/google/cel-go/ext/formatting.go (as used by v1.37.2).
 */
final class TextFormat {

  private static final int DEFAULT_PRECISION = 6;
  private static final String CLAUSES = "sdfebxXo";
  private static final String SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

  private final String format;
  private final List<?> values;
  private final StringBuilder result = new StringBuilder();
  private int position;

  private TextFormat(String format, List<?> values) {
    this.format = format;
    this.values = values;
  }

  static String format(String format, List<?> values) {
    return new TextFormat(format, values).run();
  }

  /**
   * The clauses of a format, each of which needs a value.
   *
   * @throws dev.cel.common.exceptions.CelRuntimeException if it cannot be read
   */
  static List<Character> clauses(String format) {
    TextFormat read = new TextFormat(format, List.of());
    List<Character> clauses = new ArrayList<>();
    while (read.position < format.length()) {
      if (format.charAt(read.position++) != '%') {
        continue;
      }
      if (read.position < format.length() && format.charAt(read.position) == '%') {
        read.position++;
        continue;
      }
      read.optionalPrecision();
      char clause = format.charAt(read.position++);
      if (CLAUSES.indexOf(clause) < 0) {
        throw unrecognized(clause);
      }
      clauses.add(clause);
    }
    return clauses;
  }

  private String run() {
    int next = 0;
    while (position < format.length()) {
      char c = format.charAt(position++);
      if (c != '%') {
        result.append(c);
      } else if (position < format.length() && format.charAt(position) == '%') {
        position++;
        result.append('%');
      } else {
        if (next >= values.size()) {
          throw RuntimeErrors.invalid("index " + next + " out of range");
        }
        clause(values.get(next++));
      }
      Texts.checkLength(result.length());
    }
    return result.toString();
  }

  private void clause(Object value) {
    int precision = optionalPrecision();
    Texts.checkLength(precision);
    char clause = format.charAt(position++);
    result.append(switch (clause) {
      case 's' -> text(value);
      case 'd' -> decimal(value);
      case 'f' -> fixed(value, precision);
      case 'e' -> scientific(value, precision);
      case 'b' -> inBase(value, 2, clause);
      case 'o' -> inBase(value, 8, clause);
      case 'x' -> hex(value);
      case 'X' -> hex(value).toUpperCase(Locale.ROOT);
      default -> throw unrecognized(clause);
    });
  }

  private static RuntimeException unrecognized(char clause) {
    return RuntimeErrors.invalid("could not parse formatting clause: unrecognized formatting clause \"" + clause + "\"");
  }

  private int optionalPrecision() {
    if (position >= format.length()) {
      throw RuntimeErrors.invalid("unexpected end of string");
    }
    return format.charAt(position) == '.' ? precision() : DEFAULT_PRECISION;
  }

  private int precision() {
    int start = ++position;
    while (position < format.length() && format.charAt(position) >= '0' && format.charAt(position) <= '9') {
      position++;
    }
    if (position >= format.length()) {
      throw RuntimeErrors.invalid(
          "could not parse formatting clause: error while parsing precision: could not find end of precision specifier");
    }
    try {
      return (int) Math.min(Long.parseLong(format, start, position, 10), Integer.MAX_VALUE);
    } catch (NumberFormatException e) {
      throw RuntimeErrors.invalid("could not parse formatting clause: error while parsing precision: "
          + "error while converting precision to integer: \"" + format.substring(start, position) + "\"");
    }
  }

  private static RuntimeException wrong(String problem, @Nullable Object value) {
    return RuntimeErrors.invalid(
        "error during formatting: " + problem + ", was given " + TypeNames.ofValue(value == null ? NullValue.NULL_VALUE : value));
  }

  private static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof CelByteString bytes) {
      return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
    if (value instanceof Double number) {
      return GoTexts.of(number);
    }
    if (value instanceof Duration duration) {
      return GoTexts.of(duration);
    }
    if (value instanceof TypeType type) {
      return type.containingTypeName();
    }
    if (value instanceof NullValue) {
      return "null";
    }
    if (value instanceof Instant time) {
      return GoTexts.of(time);
    }
    if (value instanceof Boolean || value instanceof Long || value instanceof UnsignedLong) {
      return value.toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(TextFormat::literal).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> entries = new TreeMap<>(Texts::compare);
      map.forEach((key, element) -> entries.put(literal(key), literal(element)));
      return entries.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()).collect(Collectors.joining(", ", "{", "}"));
    }
    throw wrong("string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
        value);
  }

  /** A value inside a list or a map. */
  private static String literal(Object value) {
    if (value instanceof String text) {
      return Texts.quote(text);
    }
    if (value instanceof CelByteString) {
      return "b" + Texts.quote(text(value));
    }
    if (value instanceof Instant) {
      return "timestamp(\"" + text(value) + "\")";
    }
    if (value instanceof Duration) {
      return "duration(\"" + text(value) + "\")";
    }
    if (value instanceof Double number) {
      return number.isNaN() || number.isInfinite()
          ? "\"" + GoTexts.special(number) + "\""
          : GoTexts.rounded(number, DEFAULT_PRECISION).toPlainString();
    }
    return text(value);
  }

  private static String decimal(Object value) {
    if (value instanceof Long || value instanceof UnsignedLong) {
      return value.toString();
    }
    throw wrong("decimal clause can only be used on integers", value);
  }

  /** A number, or one of the words for what is none. */
  private static @Nullable Double number(Object value) {
    if (value instanceof Double number) {
      return number;
    }
    return value instanceof String text ? switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> null;
    } : null;
  }

  private static String fixed(Object value, int precision) {
    Double number = number(value);
    if (number == null) {
      throw wrong("fixed-point clause can only be used on doubles", value);
    }
    if (number.isNaN() || number.isInfinite()) {
      return number.isNaN() ? "NaN" : number > 0 ? "\u221e" : "-\u221e";
    }
    String plain = GoTexts.rounded(number, precision).toPlainString();
    return grouped(plain);
  }

  /** With a comma between each three digits before the point. */
  private static String grouped(String plain) {
    int point = plain.indexOf('.') < 0 ? plain.length() : plain.indexOf('.');
    StringBuilder grouped = new StringBuilder(plain);
    for (int i = point - 3; i > (plain.startsWith("-") ? 1 : 0); i -= 3) {
      grouped.insert(i, ',');
    }
    return grouped.toString();
  }

  /** Upstream takes the precision for the width. */
  private static String scientific(Object value, int width) {
    Double number = number(value);
    if (number == null) {
      throw wrong("scientific clause can only be used on doubles", value);
    }
    if (number.isNaN() || number.isInfinite()) {
      return padded(number.isNaN() ? "NaN" : number > 0 ? "\u221e" : "-\u221e", width);
    }
    BigDecimal exact = new BigDecimal(number);
    int exponent = number == 0 ? 0 : exact.precision() - exact.scale() - 1;
    BigDecimal mantissa = exact.movePointLeft(exponent).setScale(DEFAULT_PRECISION, RoundingMode.HALF_EVEN);
    if (mantissa.abs().compareTo(BigDecimal.TEN) >= 0) {
      exponent++;
      mantissa = mantissa.movePointLeft(1).setScale(DEFAULT_PRECISION, RoundingMode.HALF_EVEN);
    }
    String digits = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    String raised = digits.chars().mapToObj(c -> "" + SUPERSCRIPTS.charAt(c - '0')).collect(Collectors.joining());
    String text = mantissa.toPlainString() + "\u00d710" + (exponent < 0 ? "\u207b" : "") + raised;
    return padded(text, width);
  }

  private static String padded(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String inBase(Object value, int base, char clause) {
    if (value instanceof Long number) {
      return BigInteger.valueOf(number).toString(base);
    }
    if (value instanceof UnsignedLong number) {
      return number.toString(base);
    }
    if (clause == 'b' && value instanceof Boolean bit) {
      return bit ? "1" : "0";
    }
    throw wrong(clause == 'b'
        ? "only integers and bools can be formatted as binary"
        : "octal clause can only be used on integers", value);
  }

  private static String hex(Object value) {
    if (value instanceof String text) {
      return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof CelByteString bytes) {
      return HexFormat.of().formatHex(bytes.toByteArray());
    }
    if (value instanceof Long || value instanceof UnsignedLong) {
      return inBase(value, 16, 'x');
    }
    throw wrong("only integers, byte buffers, and strings can be formatted as hex", value);
  }
}
