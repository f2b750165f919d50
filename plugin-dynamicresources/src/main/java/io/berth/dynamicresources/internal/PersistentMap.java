package io.berth.dynamicresources.internal;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map whose changed copies share what did not change: a look-up, and a copy with one key more or less, take
 * time logarithmic in the size (base 32). The order in which entries are visited follows the hash codes of the keys: it must
 * not reach a decision.
 *
 * @param <K> keys with {@code equals} and {@code hashCode}
 * @param <V> values
 */
public final class PersistentMap<K, V> {

  private static final PersistentMap<?, ?> EMPTY = new PersistentMap<>(null, 0);
  private static final int BITS = 5;

  /** Keys with one hash code are chained. */
  private record Entry(int hash, Object key, Object value, @Nullable Entry next) {}

  /** Children, entries or branches, for those bits that are set. */
  private record Branch(int bitmap, Object[] children) {

    int indexOf(int bit) {
      return Integer.bitCount(bitmap & (bit - 1));
    }
  }

  private final @Nullable Object root;
  private final int size;

  private PersistentMap(@Nullable Object root, int size) {
    this.root = root;
    this.size = size;
  }

  /** The map without entries. */
  @SuppressWarnings("unchecked") // nothing is in it
  public static <K, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  /** The number of entries. */
  public int size() {
    return size;
  }

  /** Whether there are no entries. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The value of the key; {@code null} if it has none. */
  @SuppressWarnings("unchecked") // put is the only way in, and it ties the types
  public @Nullable V get(K key) {
    int hash = spread(key.hashCode());
    Object node = root;
    int rest = hash;
    while (node instanceof Branch branch) {
      int bit = 1 << (rest & 31);
      if ((branch.bitmap & bit) == 0) {
        return null;
      }
      node = branch.children[branch.indexOf(bit)];
      rest >>>= BITS;
    }
    for (Entry entry = (Entry) node; entry != null; entry = entry.next) {
      if (entry.key == key || entry.hash == hash && entry.key.equals(key)) {
        return (V) entry.value;
      }
    }
    return null;
  }

  /** This map with the value for the key, in the place of one that it may have. */
  public PersistentMap<K, V> with(K key, V value) {
    int hash = spread(key.hashCode());
    boolean there = get(key) != null;
    return new PersistentMap<>(put(root, hash, 0, new Entry(hash, key, value, null)), there ? size : size + 1);
  }

  /** This map without the key. */
  public PersistentMap<K, V> without(K key) {
    if (get(key) == null) {
      return this;
    }
    return size == 1 ? empty() : new PersistentMap<>(remove(root, spread(key.hashCode()), 0, key), size - 1);
  }

  /** Visits every entry once, in an order that means nothing. */
  public void forEach(BiConsumer<? super K, ? super V> visitor) {
    visit(root, visitor);
  }

  @SuppressWarnings("unchecked") // put is the only way in, and it ties the types
  private void visit(@Nullable Object node, BiConsumer<? super K, ? super V> visitor) {
    if (node instanceof Branch branch) {
      for (Object child : branch.children) {
        visit(child, visitor);
      }
      return;
    }
    for (Entry entry = (Entry) node; entry != null; entry = entry.next) {
      visitor.accept((K) entry.key, (V) entry.value);
    }
  }

  private static int spread(int hash) {
    return hash ^ (hash >>> 15) ^ (hash >>> 7);
  }

  private static Object put(@Nullable Object node, int hash, int shift, Entry added) {
    if (node == null) {
      return added;
    }
    if (node instanceof Branch branch) {
      int bit = 1 << ((hash >>> shift) & 31);
      int index = branch.indexOf(bit);
      if ((branch.bitmap & bit) != 0) {
        Object[] children = branch.children.clone();
        children[index] = put(children[index], hash, shift + BITS, added);
        return new Branch(branch.bitmap, children);
      }
      Object[] children = new Object[branch.children.length + 1];
      System.arraycopy(branch.children, 0, children, 0, index);
      children[index] = added;
      System.arraycopy(branch.children, index, children, index + 1, branch.children.length - index);
      return new Branch(branch.bitmap | bit, children);
    }
    Entry entry = (Entry) node;
    if (entry.hash == hash) {
      Entry others = without(entry, added.key);
      return others == null ? added : new Entry(hash, added.key, added.value, others);
    }
    Branch above = new Branch(1 << ((entry.hash >>> shift) & 31), new Object[] {entry});
    return put(above, hash, shift, added);
  }

  private static @Nullable Object remove(@Nullable Object node, int hash, int shift, Object key) {
    if (!(node instanceof Branch branch)) {
      return node == null ? null : without((Entry) node, key);
    }
    int bit = 1 << ((hash >>> shift) & 31);
    int index = branch.indexOf(bit);
    Object child = remove(branch.children[index], hash, shift + BITS, key);
    if (child != null) {
      if (branch.children.length == 1 && child instanceof Entry) {
        return child;
      }
      Object[] children = branch.children.clone();
      children[index] = child;
      return new Branch(branch.bitmap, children);
    }
    if (branch.children.length == 1) {
      return null;
    }
    Object[] children = new Object[branch.children.length - 1];
    System.arraycopy(branch.children, 0, children, 0, index);
    System.arraycopy(branch.children, index + 1, children, index, children.length - index);
    return children.length == 1 && children[0] instanceof Entry ? children[0] : new Branch(branch.bitmap & ~bit, children);
  }

  /** The chain without the key. */
  private static @Nullable Entry without(Entry chain, Object key) {
    if (chain.key.equals(key)) {
      return chain.next;
    }
    Entry next = chain.next == null ? null : without(chain.next, key);
    return next == chain.next ? chain : new Entry(chain.hash, chain.key, chain.value, next);
  }
}
