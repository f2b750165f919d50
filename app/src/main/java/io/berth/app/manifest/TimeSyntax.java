package io.berth.app.manifest;

import java.time.YearMonth;

/**
 * Whether a text is an instant as the API server reads one: RFC 3339.
 *
 * <p>Source: apimachinery/pkg/apis/meta/v1/time.go (UnmarshalJSON), v0.37.2.
 */
final class TimeSyntax {

  private static final String SHAPE = "dddd-dd-ddTdd:dd:dd";
  private static final int MOST_DIGITS = 9;

  private TimeSyntax() {}

  static boolean isTime(String text) {
    int end = SHAPE.length();
    if (text.length() <= end || !hasShape(text, 0, SHAPE)) {
      return false;
    }
    if (text.charAt(end) == '.') {
      int digits = 0;
      while (++end < text.length() && isDigit(text.charAt(end))) {
        digits++;
      }
      if (digits == 0 || digits > MOST_DIGITS) {
        return false;
      }
    }
    int month = number(text, 5);
    int day = number(text, 8);
    return isZone(text, end)
        && month >= 1
        && month <= 12
        && day >= 1
        && day <= YearMonth.of(number(text, 0) * 100 + number(text, 2), month).lengthOfMonth()
        && number(text, 11) < 24
        && number(text, 14) < 60
        && number(text, 17) < 60;
  }

  private static boolean isZone(String text, int at) {
    if (text.length() == at + 1) {
      return text.charAt(at) == 'Z';
    }
    return text.length() == at + 6
        && (text.charAt(at) == '+' || text.charAt(at) == '-')
        && hasShape(text, at + 1, "dd:dd")
        && number(text, at + 1) < 18
        && number(text, at + 4) < 60;
  }

  private static boolean hasShape(String text, int from, String shape) {
    for (int i = 0; i < shape.length(); i++) {
      char c = text.charAt(from + i);
      if (shape.charAt(i) == 'd' ? !isDigit(c) : c != shape.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Two digits. */
  private static int number(String text, int at) {
    return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
  }
}
