package io.berth.framework;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What plugins remember within one scheduling cycle of one pod, and its binding cycle.
 *
 * <p>{@link #copy()} is O(1): the copy reads through to its base and copies an entry when it is first read, so that what a plugin
 * changes in the copy stays there. A state must not be written while copies of it are in use; the framework sees to that.
 *
 * <p>Thread-safety: a state that is no copy may be read by several threads at once as long as nobody writes. A copy belongs to one
 * thread.
 *
 * <p>Source: kube-scheduler/framework/cycle_state.go and pkg/scheduler/framework/cycle_state.go, v1.37.2.
 */
public final class CycleState {
  private final @Nullable CycleState base;
  private @Nullable StateData<?>[] entries = new StateData<?>[8];
  private boolean[] deleted = new boolean[0];
  private Set<String> skipFilterPlugins = Set.of();
  private Set<String> skipScorePlugins = Set.of();
  private Set<String> skipPreBindPlugins = Set.of();
  private boolean recordPluginMetrics;

  /** An empty state. */
  public CycleState() {
    this.base = null;
  }

  private CycleState(CycleState base) {
    this.base = base;
    this.skipFilterPlugins = base.skipFilterPlugins;
    this.skipScorePlugins = base.skipScorePlugins;
    this.skipPreBindPlugins = base.skipPreBindPlugins;
    this.recordPluginMetrics = base.recordPluginMetrics;
  }

  /** Stores the data, replacing what was there. */
  public <T extends StateData<T>> void write(StateKey<T> key, T data) {
    int i = key.index();
    if (i >= entries.length) {
      entries = Arrays.copyOf(entries, Math.max(i + 1, entries.length * 2));
    }
    entries[i] = data;
    if (i < deleted.length) {
      deleted[i] = false;
    }
  }

  /** The data under the key, or {@code null} when nobody wrote any. */
  @SuppressWarnings("unchecked") // write is the only way in, and it ties the type to the key
  public <T extends StateData<T>> @Nullable T find(StateKey<T> key) {
    int i = key.index();
    if (i < entries.length && entries[i] != null) {
      return (T) entries[i];
    }
    if (base == null || (i < deleted.length && deleted[i])) {
      return null;
    }
    T inherited = base.find(key);
    if (inherited == null) {
      return null;
    }
    T own = inherited.copy();
    write(key, own);
    return own;
  }

  /**
   * The data under the key.
   *
   * @throws NoSuchElementException when nobody wrote any; by custom a plugin lets it pass, and the framework makes an error of it
   */
  public <T extends StateData<T>> T read(StateKey<T> key) {
    T data = find(key);
    if (data == null) {
      throw new NoSuchElementException("reading \"" + key.name() + "\" from cycle state: not found");
    }
    return data;
  }

  /** Forgets the data under the key, in this state only. */
  public void delete(StateKey<?> key) {
    int i = key.index();
    if (i < entries.length) {
      entries[i] = null;
    }
    if (base != null) {
      if (i >= deleted.length) {
        deleted = Arrays.copyOf(deleted, i + 1);
      }
      deleted[i] = true;
    }
  }

  /** A state that starts with the same content. O(1). */
  public CycleState copy() {
    return new CycleState(this);
  }

  /** Plugins whose Filter and PreFilterExtensions are left out in this cycle, since their PreFilter returned skip. */
  public Set<String> skipFilterPlugins() {
    return skipFilterPlugins;
  }

  /** Called by the framework after PreFilter. */
  public void skipFilterPlugins(Set<String> names) {
    skipFilterPlugins = Set.copyOf(names);
  }

  /** Plugins whose Score is left out in this cycle, since their PreScore returned skip. */
  public Set<String> skipScorePlugins() {
    return skipScorePlugins;
  }

  /** Called by the framework after PreScore. */
  public void skipScorePlugins(Set<String> names) {
    skipScorePlugins = Set.copyOf(names);
  }

  /** Plugins whose PreBind is left out in this cycle, since their pre-flight returned skip. */
  public Set<String> skipPreBindPlugins() {
    return skipPreBindPlugins;
  }

  /** Called by the framework after the pre-flight of PreBind. */
  public void skipPreBindPlugins(Set<String> names) {
    skipPreBindPlugins = Set.copyOf(names);
  }

  /** Whether the duration of each plugin call is measured in this cycle; true for a share of all cycles. */
  public boolean recordPluginMetrics() {
    return recordPluginMetrics;
  }

  /** Called by the engine at the start of a cycle. */
  public void recordPluginMetrics(boolean record) {
    recordPluginMetrics = record;
  }
}
