package io.berth.conformance;

import org.jspecify.annotations.Nullable;

/** A file that is no case file. The message continues a sentence that begins with the file's name. */
final class UnusableInput extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnusableInput(String message) {
    this(message, null);
  }

  UnusableInput(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
