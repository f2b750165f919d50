package io.berth.dynamicresources.allocator;

/** The search cannot go on; the message is upstream's. Carries no stack trace, since it is an outcome and no fault. */
final class SearchAborted extends Exception {

  private static final long serialVersionUID = 1L;

  SearchAborted(String message) {
    super(message, null, false, false);
  }
}
