package io.berth.framework.selector;

import java.util.List;

/** A selector that cannot be compiled; the message is upstream's. */
public final class SelectorException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  SelectorException(String message) {
    this(List.of(message));
  }

  SelectorException(List<String> problems) {
    super(FieldErrors.aggregate(problems));
    this.problems = List.copyOf(problems);
  }

  /** Everything that is wrong, one text each. */
  List<String> problems() {
    return problems;
  }
}
