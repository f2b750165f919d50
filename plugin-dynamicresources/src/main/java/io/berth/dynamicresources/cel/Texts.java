package io.berth.dynamicresources.cel;

import java.util.ArrayList;
import java.util.List;

/**
 * Operations on texts as Go's library has them. A result that would be longer than {@value #MAX_LENGTH} ends the evaluation:
 * no expression may make it.
 */
final class Texts {

  static final int MAX_LENGTH = 10_000_000;

  private Texts() {}

  /** Refuses to make something too long. */
  static void checkLength(long length) {
    if (length > MAX_LENGTH) {
      throw CostLimitExceeded.INSTANCE;
    }
  }

  /** Compares code point by code point, which is how the bytes of the texts in UTF-8 compare. */
  static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // Surrogates stand for the highest code points, and have not the highest numbers.
        boolean high = Character.isSurrogate(x);
        return high == Character.isSurrogate(y) ? Character.compare(x, y) : high ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** How many code points it has. */
  static int size(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Replaces at most so many occurrences (all, if negative); an empty text occurs before each code point and at the end. */
  static String replace(String text, String old, String replacement, long limit) {
    long left = limit < 0 ? Long.MAX_VALUE : limit;
    StringBuilder result = new StringBuilder(text.length());
    int from = 0;
    int search = 0;
    while (left > 0) {
      int found = text.indexOf(old, search);
      if (found < 0) {
        break;
      }
      checkLength((long) result.length() + (found - from) + replacement.length());
      result.append(text, from, found).append(replacement);
      from = found + old.length();
      left--;
      if (!old.isEmpty()) {
        search = from;
      } else if (found == text.length()) {
        break;
      } else {
        search = text.offsetByCodePoints(found, 1);
      }
    }
    return result.append(text, from, text.length()).toString();
  }

  /** Splits into at most so many parts (any number, if negative); by an empty text: into code points. */
  static List<String> split(String text, String by, long limit) {
    List<String> parts = new ArrayList<>();
    if (limit == 0 || text.isEmpty() && by.isEmpty()) {
      return parts;
    }
    int from = 0;
    while (limit < 0 || parts.size() < limit - 1) {
      int end;
      if (by.isEmpty()) {
        end = text.offsetByCodePoints(from, 1);
        if (end == text.length()) {
          break;
        }
      } else {
        end = text.indexOf(by, from);
        if (end < 0) {
          break;
        }
      }
      parts.add(text.substring(from, end));
      from = end + by.length();
    }
    parts.add(text.substring(from));
    return parts;
  }

  static String join(List<?> parts, String separator) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      if (!(parts.get(i) instanceof String part)) {
        throw RuntimeErrors.invalid("join: invalid input: " + parts.get(i));
      }
      if (i > 0) {
        result.append(separator);
      }
      result.append(part);
      checkLength(result.length());
    }
    return result.toString();
  }

  static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isSpace(char c) {
    return c >= '\t' && c <= '\r' || c == '\u0085' || c == '\u00a0' || Character.isSpaceChar(c);
  }

  /** The text as a literal of the expression language. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> {
      switch (c) {
        case 0x07 -> quoted.append("\\a");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case 0x0b -> quoted.append("\\v");
        case '\\' -> quoted.append("\\\\");
        case '"' -> quoted.append("\\\"");
        default -> quoted.appendCodePoint(c);
      }
    });
    return quoted.append('"').toString();
  }
}
