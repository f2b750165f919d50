package io.berth.app.run;

/** What the user gave cannot be used: the message says what, and what to do about it. */
public final class UnusableException extends Exception {
  private static final long serialVersionUID = 1;

  /** With what to tell the user. */
  public UnusableException(String message) {
    super(message);
  }
}
