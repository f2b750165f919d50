package io.berth.conformance.mutations;

import java.util.List;

/**
 * A fault that is put into one source file.
 *
 * @param name one word
 * @param what is wrong then, in a sentence
 * @param themes that histories need to find it, separated by commas; empty for none
 * @param file relative to the root of the sources
 * @param edits in the order of the file
 */
record Mutation(String name, String what, String themes, String file, List<Edit> edits) {
  Mutation {
    edits = List.copyOf(edits);
  }

  /**
   * A change of the text.
   *
   * @param from must occur exactly once
   * @param to may be empty
   */
  record Edit(String from, String to) {}

  /**
   * The mutated text.
   *
   * @throws IllegalArgumentException when the text is not, or no longer, what the mutation changes
   */
  String applyTo(String source) {
    String text = source;
    for (Edit edit : edits) {
      int at = text.indexOf(edit.from);
      if (at < 0 || text.indexOf(edit.from, at + 1) >= 0) {
        throw new IllegalArgumentException(
            "mutation " + name + " does not apply: " + file + " has " + (at < 0 ? "no" : "more than one") + " place with\n" + edit.from);
      }
      text = text.substring(0, at) + edit.to + text.substring(at + edit.from.length());
    }
    return text;
  }

  /** The class that the file is about, with dots. */
  String className() {
    return file.substring(file.indexOf("java/") + "java/".length(), file.length() - ".java".length()).replace('/', '.');
  }
}
