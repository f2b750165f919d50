package io.berth.simulator.trace;

import java.nio.file.Path;

/**
 * One thing that is wrong with a recorded trace, in the words that the user reads.
 *
 * @param file the file or folder
 * @param line the line in that file; 0 when the whole file is meant
 * @param column the column's name; empty when the whole line is meant
 * @param what what is wrong
 * @param advice what to do about it
 */
public record TraceProblem(Path file, int line, String column, String what, String advice) {

  /** A problem of a file or folder as a whole. */
  static TraceProblem ofFile(Path file, String what, String advice) {
    return new TraceProblem(file, 0, "", what, advice);
  }

  /** {@code file:line: column: what is wrong; what to do}. */
  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + (column.isEmpty() ? "" : column + ": ") + what + "; " + advice;
  }
}
