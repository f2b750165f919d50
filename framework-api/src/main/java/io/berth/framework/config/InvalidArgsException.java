package io.berth.framework.config;

import java.util.List;

/** A plugin's arguments are wrong. Tells everything that is wrong with them, not just the first thing. */
public final class InvalidArgsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  /**
   * What is wrong.
   *
   * @param what the arguments' kind, such as {@code NodeResourcesFitArgs}
   * @param problems each with the field's path, the value, the limit and, where it is not obvious, advice; at least one
   */
  public InvalidArgsException(String what, List<String> problems) {
    super(what + ": " + String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Each problem by itself. */
  public List<String> problems() {
    return problems;
  }
}
