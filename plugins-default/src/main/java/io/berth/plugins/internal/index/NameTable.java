package io.berth.plugins.internal.index;

/** Numbers by name: a hash table with open addressing, so that a look-up touches little memory. */
final class NameTable {
  static final int NONE = -1;

  private String[] names = new String[32];
  private int[] ids = new int[32];
  private int size;

  int get(String name) {
    int mask = names.length - 1;
    for (int slot = mix(name) & mask; ; slot = (slot + 1) & mask) {
      String found = names[slot];
      if (found == null) {
        return NONE;
      }
      if (found == name || found.equals(name)) {
        return ids[slot];
      }
    }
  }

  /** Adds a name that is not there yet. */
  void add(String name, int id) {
    if ((size + 1) * 2 > names.length) {
      grow();
    }
    insert(name, id);
    size++;
  }

  /** Removes a name that is there; those behind it move up, so that no gap parts them from their place. */
  void remove(String name) {
    int mask = names.length - 1;
    int gap = mix(name) & mask;
    while (!name.equals(names[gap])) {
      gap = (gap + 1) & mask;
    }
    for (int slot = (gap + 1) & mask; names[slot] != null; slot = (slot + 1) & mask) {
      int home = mix(names[slot]) & mask;
      if (((slot - home) & mask) >= ((slot - gap) & mask)) {
        names[gap] = names[slot];
        ids[gap] = ids[slot];
        gap = slot;
      }
    }
    names[gap] = null;
    size--;
  }

  int size() {
    return size;
  }

  private void insert(String name, int id) {
    int mask = names.length - 1;
    int slot = mix(name) & mask;
    while (names[slot] != null) {
      slot = (slot + 1) & mask;
    }
    names[slot] = name;
    ids[slot] = id;
  }

  private void grow() {
    String[] oldNames = names;
    int[] oldIds = ids;
    names = new String[oldNames.length * 2];
    ids = new int[names.length];
    for (int i = 0; i < oldNames.length; i++) {
      if (oldNames[i] != null) {
        insert(oldNames[i], oldIds[i]);
      }
    }
  }

  private static int mix(String name) {
    int h = name.hashCode() * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
