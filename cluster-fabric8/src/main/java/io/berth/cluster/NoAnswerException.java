package io.berth.cluster;

import java.io.IOException;

/** A call to the API server got no answer: what became of it is not known. Says why, and has no stack trace, which would say nothing. */
final class NoAnswerException extends IOException {
  private static final long serialVersionUID = 1;

  NoAnswerException(String message) {
    super(message);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
