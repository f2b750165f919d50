package io.berth.plugins.internal.index;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps what was asked for lately. Drops nothing by itself: what a cycle asked for stays until somebody {@linkplain #trim trims}.
 *
 * @param <K> the question
 * @param <V> the answer, costly to make
 */
public final class Lru<K, V> {
  private final Consumer<V> dropped;
  private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * An empty cache.
   *
   * @param dropped is told of each answer that is dropped
   */
  public Lru(Consumer<V> dropped) {
    this.dropped = dropped;
  }

  /** The answer, made if it is not there. Making one must not ask this cache. */
  public V get(K key, Function<K, V> make) {
    V value = entries.get(key);
    if (value == null) {
      value = make.apply(key);
      entries.put(key, value);
    }
    return value;
  }

  /** Drops the answers that were not asked for the longest, down to {@code limit}. */
  public void trim(int limit) {
    while (entries.size() > limit) {
      dropEldest();
    }
  }

  /** Drops the answer that was not asked for the longest; nothing if there is none. */
  public void dropEldest() {
    var eldest = entries.entrySet().iterator();
    if (eldest.hasNext()) {
      V value = eldest.next().getValue();
      eldest.remove();
      dropped.accept(value);
    }
  }

  /** Shows all answers, the one not asked for the longest first. */
  public void forEach(Consumer<V> consumer) {
    entries.values().forEach(consumer);
  }
}
