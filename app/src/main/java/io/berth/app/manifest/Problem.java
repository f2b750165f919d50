package io.berth.app.manifest;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with the input, in the words that the user reads.
 *
 * @param origin where it stands; {@code null} when it concerns the input as a whole
 * @param subject kind, namespace and name of the object; empty when there is none
 * @param field the field's path in the object; empty when the object as a whole is meant
 * @param what what is wrong
 * @param advice what to do about it
 */
public record Problem(
    @Nullable Origin origin, String subject, String field, String what, String advice) {

  /** A problem of a file as a whole. */
  public static Problem ofFile(String file, String what, String advice) {
    return new Problem(Origin.of(file), "", "", what, advice);
  }

  /** {@code file:line: document N: Kind namespace/name: field: what is wrong; what to do}. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    if (origin != null) {
      text.append(origin).append(": ");
    }
    if (!subject.isEmpty()) {
      text.append(subject).append(": ");
    }
    if (!field.isEmpty()) {
      text.append(field).append(": ");
    }
    text.append(what);
    if (!advice.isEmpty()) {
      text.append("; ").append(advice);
    }
    return Printable.line(text.toString());
  }
}
