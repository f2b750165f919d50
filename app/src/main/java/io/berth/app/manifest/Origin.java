package io.berth.app.manifest;

/**
 * Where a piece of input stands. Documents and the items of a list count from one.
 *
 * @param file the file as the user named it, or {@code -} for standard input
 * @param document the document in that file; 0 when the whole file is meant
 * @param item the item in the document's list; 0 when the document is no list
 * @param line the line in that file; 0 when the whole file is meant
 */
public record Origin(String file, int document, int item, int line) {

  /** A file as a whole. */
  public static Origin of(String file) {
    return new Origin(file, 0, 0, 0);
  }

  /** The same document and item, at another line. */
  public Origin atLine(int other) {
    return new Origin(file, document, item, other);
  }

  /** For instance {@code pods.yaml:12: document 2 item 7}. */
  @Override
  public String toString() {
    var text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line);
    }
    if (document > 0) {
      text.append(": document ").append(document);
    }
    if (item > 0) {
      text.append(" item ").append(item);
    }
    return text.toString();
  }
}
