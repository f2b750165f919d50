package io.berth.scenario;

import java.util.List;

/** Something that must always hold does not. */
public final class InvariantViolation extends AssertionError {
  private static final long serialVersionUID = 1L;
  private static final int LINES_TOLD = 60;

  private final String rule;
  private final String what;

  InvariantViolation(String rule, List<String> violations, Story story) {
    super(rule + ": " + String.join("; ", violations) + "\nbefore that:\n" + String.join("\n", story.last(LINES_TOLD)));
    this.rule = rule;
    this.what = String.join("; ", violations);
  }

  /** Which rule was broken, in a word or two. */
  public String rule() {
    return rule;
  }

  /** What does not hold. */
  public String what() {
    return what;
  }
}
