package io.berth.scheduler.internal.runtime;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plugins of one extension point without those that a cycle skips. There are few different sets of skipped plugins, so each
 * selection is made once and found again by the identity of the set. Safe for concurrent use.
 *
 * @param <T> the plugins' type
 */
final class Active<T> {
  private static final int KEPT = 32;

  private final T[] plugins;
  private final String[] names;
  private volatile Selection<T>[] known;

  /**
   * Which plugins are run.
   *
   * @param skipped the names of the others
   * @param plugins in order
   * @param indexes of each in the full list
   * @param <T> the plugins' type
   */
  record Selection<T>(Set<String> skipped, T[] plugins, int[] indexes) {}

  @SuppressWarnings({"unchecked", "rawtypes"}) // generic array
  Active(T[] plugins, String[] names) {
    this.plugins = plugins;
    this.names = names;
    this.known = new Selection[0];
  }

  /** What is left without these. */
  Selection<T> without(Set<String> skipped) {
    for (Selection<T> selection : known) {
      if (selection.skipped == skipped) {
        return selection;
      }
    }
    return remember(select(skipped));
  }

  private Selection<T> select(Set<String> skipped) {
    int[] indexes = new int[plugins.length];
    int count = 0;
    for (int i = 0; i < plugins.length; i++) {
      if (!skipped.contains(names[i])) {
        indexes[count++] = i;
      }
    }
    indexes = Arrays.copyOf(indexes, count);
    T[] left = Arrays.copyOf(plugins, count);
    for (int i = 0; i < count; i++) {
      left[i] = plugins[indexes[i]];
    }
    return new Selection<>(skipped, left, indexes);
  }

  private Selection<T> remember(Selection<T> selection) {
    Selection<T>[] old = known;
    @Nullable Selection<T>[] more = old.length < KEPT ? Arrays.copyOf(old, old.length + 1) : old.clone();
    System.arraycopy(more, 0, more, 1, more.length - 1);
    more[0] = selection;
    known = more;
    return selection;
  }
}
