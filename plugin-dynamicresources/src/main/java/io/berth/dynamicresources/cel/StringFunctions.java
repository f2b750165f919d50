package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.many;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.List;

/**
 * Functions on texts, whose positions count code points.
 *
 * <p>Source: github.com/google/cel-go/ext/strings.go (version 2, as used by v1.37.2).
 */
final class StringFunctions {

  private static final CelType STRING = SimpleType.STRING;
  private static final CelType INT = SimpleType.INT;
  private static final ListType STRINGS = ListType.create(STRING);

  private StringFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .member("charAt", binary("string_char_at_int", String.class, Long.class, StringFunctions::charAt), STRING, STRING, INT)
        .member("indexOf", binary("string_index_of_string", String.class, String.class, (text, part) -> indexOf(text, part, 0)),
            INT, STRING, STRING)
        .member("indexOf", many("string_index_of_string_int", List.of(String.class, String.class, Long.class),
            args -> indexOf((String) args[0], (String) args[1], (Long) args[2])), INT, STRING, STRING, INT)
        .member("lastIndexOf", binary("string_last_index_of_string", String.class, String.class, StringFunctions::lastIndexOf),
            INT, STRING, STRING)
        .member("lastIndexOf", many("string_last_index_of_string_int", List.of(String.class, String.class, Long.class),
            args -> lastIndexOf((String) args[0], (String) args[1], (Long) args[2])), INT, STRING, STRING, INT)
        .member("lowerAscii", unary("string_lower_ascii", String.class, text -> shifted(text, 'A', 'Z', 'a' - 'A')), STRING, STRING)
        .member("upperAscii", unary("string_upper_ascii", String.class, text -> shifted(text, 'a', 'z', 'A' - 'a')), STRING, STRING)
        .member("replace", many("string_replace_string_string", List.of(String.class, String.class, String.class),
            args -> Texts.replace((String) args[0], (String) args[1], (String) args[2], -1)), STRING, STRING, STRING, STRING)
        .member("replace", many("string_replace_string_string_int", List.of(String.class, String.class, String.class, Long.class),
            args -> Texts.replace((String) args[0], (String) args[1], (String) args[2], (Long) args[3])),
            STRING, STRING, STRING, STRING, INT)
        .member("split", binary("string_split_string", String.class, String.class, (text, by) -> Texts.split(text, by, -1)),
            STRINGS, STRING, STRING)
        .member("split", many("string_split_string_int", List.of(String.class, String.class, Long.class),
            args -> Texts.split((String) args[0], (String) args[1], (Long) args[2])), STRINGS, STRING, STRING, INT)
        .member("substring", binary("string_substring_int", String.class, Long.class, StringFunctions::substring), STRING, STRING, INT)
        .member("substring", many("string_substring_int_int", List.of(String.class, Long.class, Long.class),
            args -> substring((String) args[0], (Long) args[1], (Long) args[2])), STRING, STRING, INT, INT)
        .member("trim", unary("string_trim", String.class, Texts::trim), STRING, STRING)
        .member("join", unary("list_join", List.class, list -> Texts.join(list, "")), STRING, STRINGS)
        .member("join", binary("list_join_string", List.class, String.class, Texts::join), STRING, STRINGS, STRING)
        .member("format", binary("string_format", String.class, List.class, TextFormat::format), STRING, STRING,
            ListType.create(SimpleType.DYN))
        .global("strings.quote", unary("strings_quote", String.class, Texts::quote), STRING, STRING);
  }

  private static int offset(String text, long codePoints) {
    return text.offsetByCodePoints(0, (int) codePoints);
  }

  private static String charAt(String text, long index) {
    int length = Texts.size(text);
    if (index < 0 || index > length) {
      throw outOfRange(index);
    }
    return index == length ? "" : Character.toString(text.codePointAt(offset(text, index)));
  }

  private static long indexOf(String text, String part, long from) {
    if (from < 0) {
      throw outOfRange(from);
    }
    int length = Texts.size(text);
    if (part.isEmpty()) {
      return Math.min(from, length);
    }
    return from >= length ? -1 : position(text, text.indexOf(part, offset(text, from)));
  }

  private static long lastIndexOf(String text, String part) {
    return part.isEmpty() ? Texts.size(text) : position(text, text.lastIndexOf(part));
  }

  private static long lastIndexOf(String text, String part, long from) {
    if (from < 0) {
      throw outOfRange(from);
    }
    int length = Texts.size(text);
    if (part.isEmpty()) {
      return Math.min(from, length);
    }
    return from >= length ? -1 : position(text, text.lastIndexOf(part, offset(text, from)));
  }

  private static long position(String text, int index) {
    return index < 0 ? -1 : text.codePointCount(0, index);
  }

  private static String substring(String text, long from) {
    if (from < 0 || from > Texts.size(text)) {
      throw outOfRange(from);
    }
    return text.substring(offset(text, from));
  }

  private static String substring(String text, long from, long to) {
    if (from > to) {
      throw RuntimeErrors.invalid("invalid substring range. start: " + from + ", end: " + to);
    }
    int length = Texts.size(text);
    if (from < 0 || from > length) {
      throw outOfRange(from);
    }
    if (to > length) {
      throw outOfRange(to);
    }
    return text.substring(offset(text, from), offset(text, to));
  }

  private static RuntimeException outOfRange(long index) {
    return RuntimeErrors.invalid("index out of range: " + index);
  }

  private static String shifted(String text, char first, char last, int by) {
    StringBuilder shifted = new StringBuilder(text);
    for (int i = 0; i < shifted.length(); i++) {
      char c = shifted.charAt(i);
      if (c >= first && c <= last) {
        shifted.setCharAt(i, (char) (c + by));
      }
    }
    return shifted.toString();
  }
}
