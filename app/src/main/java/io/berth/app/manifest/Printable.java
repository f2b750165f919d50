package io.berth.app.manifest;

/** Text of the input made fit for a terminal: a control character is shown by its code, so that it moves no cursor and hides nothing. */
public final class Printable {

  private Printable() {}

  /** Text of one line. */
  public static String line(String text) {
    return escaped(text, false);
  }

  /** Text whose line feeds are meant. */
  public static String lines(String text) {
    return escaped(text, true);
  }

  private static String escaped(String text, boolean keepLineFeeds) {
    int first = 0;
    while (first < text.length() && isPlain(text.charAt(first), keepLineFeeds)) {
      first++;
    }
    if (first == text.length()) {
      return text;
    }
    var escaped = new StringBuilder(text.substring(0, first));
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c, keepLineFeeds)) {
        escaped.append(c);
      } else {
        escaped.append(String.format("\\u%04x", (int) c));
      }
    }
    return escaped.toString();
  }

  /** Beside control characters, those that turn the direction of the text around are told. */
  private static boolean isPlain(char c, boolean keepLineFeeds) {
    boolean turns = c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
    return c == '\n' ? keepLineFeeds : !Character.isISOControl(c) && !turns;
  }
}
