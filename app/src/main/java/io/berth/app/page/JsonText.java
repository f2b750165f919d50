package io.berth.app.page;

import java.util.List;

/** Compact JSON that may stand in a script element: no text in it can end the element, or be taken for markup. */
final class JsonText {

  private final StringBuilder out = new StringBuilder();
  private boolean first = true;

  /** Opens an object or a list. */
  JsonText open(char bracket) {
    separate();
    out.append(bracket);
    first = true;
    return this;
  }

  /** Closes it. */
  JsonText close(char bracket) {
    out.append(bracket);
    first = false;
    return this;
  }

  /** The key of what comes next. */
  JsonText key(String key) {
    text(key);
    out.append(':');
    first = true;
    return this;
  }

  JsonText number(long number) {
    separate();
    out.append(number);
    return this;
  }

  /** Whole numbers of any size. */
  JsonText numbers(Iterable<? extends Number> numbers) {
    open('[');
    for (Number number : numbers) {
      separate();
      out.append(number);
    }
    return close(']');
  }

  JsonText texts(List<String> texts) {
    open('[');
    texts.forEach(this::text);
    return close(']');
  }

  JsonText text(String text) {
    separate();
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
    return this;
  }

  private void separate() {
    if (!first) {
      out.append(',');
    }
    first = false;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
