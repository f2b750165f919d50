package io.berth.conformance;

/**
 * One difference between upstream and Berth.
 *
 * @param where the place in the expected tree, keys joined by dots; empty for the whole of it
 * @param expected what upstream has there, as compact JSON or {@code absent}
 * @param actual what Berth has there, likewise
 */
record Mismatch(String where, String expected, String actual) {

  static final String ABSENT = "absent";
}
