package io.berth.framework.resource;

/** A text that is not a Kubernetes quantity: which text, and what is wrong with it. */
public final class QuantityFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String text;
  private final String problem;

  QuantityFormatException(String text, String problem) {
    super("\"" + text + "\" is not a quantity: " + problem);
    this.text = text;
    this.problem = problem;
  }

  /** The text as it was given. */
  public String text() {
    return text;
  }

  /** What is wrong with the text, without the text. */
  public String problem() {
    return problem;
  }
}
