package io.berth.app.simulate;

import io.berth.app.manifest.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of text, each as wide as it needs to be, two blanks apart. */
final class TextTable {

  private final List<String[]> rows = new ArrayList<>();

  /** A table with a header. */
  TextTable(String... header) {
    rows.add(header);
  }

  /** Adds a row; it may be shorter than the header. */
  TextTable row(String... cells) {
    rows.add(Arrays.stream(cells).map(Printable::line).toArray(String[]::new));
    return this;
  }

  @Override
  public String toString() {
    int[] widths = new int[rows.stream().mapToInt(r -> r.length).max().orElse(0)];
    for (String[] row : rows) {
      for (int i = 0; i < row.length - 1; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    var text = new StringBuilder();
    for (String[] row : rows) {
      int start = text.length();
      for (int i = 0; i < row.length; i++) {
        text.append(row[i]);
        if (i < row.length - 1) {
          text.append(" ".repeat(widths[i] - row[i].length() + 2));
        }
      }
      while (text.length() > start && text.charAt(text.length() - 1) == ' ') {
        text.setLength(text.length() - 1);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
