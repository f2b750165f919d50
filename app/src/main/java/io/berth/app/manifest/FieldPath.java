package io.berth.app.manifest;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where in an object the reader is. Kept cheap, since it is written for every field and read only when something is wrong. */
final class FieldPath {

  private @Nullable String[] names = new String[16];
  private int[] indexes = new int[16];
  private int depth;

  /** Goes into a field or a key of a map. */
  void enter(String name) {
    grow();
    names[depth++] = name;
  }

  /** Goes into a list. */
  void enterList() {
    grow();
    names[depth] = null;
    indexes[depth++] = -1;
  }

  /** Goes to the next element of the list that was entered last. */
  void nextElement() {
    indexes[depth - 1]++;
  }

  /** Leaves what was entered last. */
  void leave() {
    depth--;
  }

  /** Leaves everything. */
  void clear() {
    depth = 0;
  }

  private void grow() {
    if (depth == names.length) {
      names = Arrays.copyOf(names, depth * 2);
      indexes = Arrays.copyOf(indexes, depth * 2);
    }
  }

  /** For instance {@code spec.containers[0].resources.requests.cpu}. */
  @Override
  public String toString() {
    return render(true);
  }

  /** The same without the numbers of list elements: {@code spec.containers[].resources}. */
  String withoutIndexes() {
    return render(false);
  }

  private String render(boolean withIndexes) {
    var text = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      String name = names[i];
      if (name == null) {
        text.append('[').append(withIndexes ? indexes[i] : "").append(']');
      } else if (name.indexOf('.') >= 0 || name.indexOf('/') >= 0) {
        text.append('[').append(name).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(name);
      }
    }
    return text.toString();
  }
}
