package io.berth.app.manifest;

/** The text is no YAML or JSON; the rest of its document cannot be read. */
final class MalformedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final String advice;

  MalformedException(int line, String what, String advice) {
    super(what, null, false, false);
    this.line = line;
    this.advice = advice;
  }

  int line() {
    return line;
  }

  String advice() {
    return advice;
  }
}
