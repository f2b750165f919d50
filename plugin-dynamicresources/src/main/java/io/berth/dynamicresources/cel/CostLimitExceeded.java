package io.berth.dynamicresources.cel;

/**
 * Stops an evaluation that has become too expensive. An error, not an exception: the logical operators of the language
 * tolerate exceptions of their operands, and nothing may tolerate this one.
 */
final class CostLimitExceeded extends Error {

  private static final long serialVersionUID = 1L;

  static final CostLimitExceeded INSTANCE = new CostLimitExceeded();

  private CostLimitExceeded() {
    super("cost limit exceeded", null, false, false);
  }
}
