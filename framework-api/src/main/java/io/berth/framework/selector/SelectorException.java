package io.berth.framework.selector;

/** A selector that cannot be compiled; the message is upstream's. */
public final class SelectorException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  SelectorException(String message) {
    super(message);
  }
}
