package io.berth.framework.model;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Labels in two small arrays: immutable, in order of the keys, with a quick {@link #get}. An absent value is an empty one, as
 * in an API server.
 */
final class Labels extends AbstractMap<String, String> {

  static final Labels EMPTY = new Labels(new int[0], new String[0]);

  private final int[] hashes;

  /** Keys and values in turn. */
  private final String[] entries;

  private Labels(int[] hashes, String[] entries) {
    this.hashes = hashes;
    this.entries = entries;
  }

  static Labels of(@Nullable Map<String, String> labels) {
    if (labels == null || labels.isEmpty()) {
      return EMPTY;
    }
    int[] hashes = new int[labels.size()];
    String[] entries = new String[2 * hashes.length];
    int i = 0;
    for (Map.Entry<String, String> label : new TreeMap<>(labels).entrySet()) {
      hashes[i] = label.getKey().hashCode();
      entries[2 * i] = label.getKey();
      entries[2 * i + 1] = label.getValue() == null ? "" : label.getValue();
      i++;
    }
    return new Labels(hashes, entries);
  }

  private int indexOf(Object key) {
    int hash = key.hashCode();
    for (int i = 0; i < hashes.length; i++) {
      if (hashes[i] == hash && entries[2 * i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public @Nullable String get(Object key) {
    int index = indexOf(key);
    return index < 0 ? null : entries[2 * index + 1];
  }

  @Override
  public boolean containsKey(Object key) {
    return indexOf(key) >= 0;
  }

  @Override
  public int size() {
    return hashes.length;
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<String, String>> iterator() {
        return new EntryIterator();
      }

      @Override
      public int size() {
        return hashes.length;
      }
    };
  }

  private final class EntryIterator implements Iterator<Entry<String, String>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < hashes.length;
    }

    @Override
    public Entry<String, String> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int i = next++;
      return Map.entry(entries[2 * i], entries[2 * i + 1]);
    }
  }
}
