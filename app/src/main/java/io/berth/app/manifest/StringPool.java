package io.berth.app.manifest;

/**
 * Gives equal short strings the same instance: in a dump of thousands of pods most labels, images and names of resources repeat. Of fixed
 * size; a newer string takes the place of an older one.
 */
final class StringPool {

  private static final int SIZE = 1 << 14;
  private static final int LONGEST = 80;

  private final String[] slots = new String[SIZE];

  String pooled(String text) {
    if (text.length() > LONGEST) {
      return text;
    }
    int hash = text.hashCode();
    int slot = (hash ^ hash >>> 14) & SIZE - 1;
    String known = slots[slot];
    if (text.equals(known)) {
      return known;
    }
    slots[slot] = text;
    return text;
  }
}
