package io.berth.app.run;

/** What the user gave cannot be used: the message says what, and what to do about it. */
final class UnusableException extends Exception {
  private static final long serialVersionUID = 1;

  UnusableException(String message) {
    super(message);
  }
}
