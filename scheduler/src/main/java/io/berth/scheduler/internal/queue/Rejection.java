package io.berth.scheduler.internal.queue;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who turned a pod down in an attempt.
 *
 * @param unschedulablePlugins plugins that found it unschedulable, sorted
 * @param pendingPlugins plugins that want it to wait without a backoff, sorted
 */
public record Rejection(Set<String> unschedulablePlugins, Set<String> pendingPlugins) {
  /** Nobody did: the attempt ended in an error, or there was no node at all. */
  public static final Rejection NONE = new Rejection(Set.of(), Set.of());

  /** Sorts the names, so that nothing depends on how a set is laid out. */
  public Rejection {
    unschedulablePlugins = sorted(unschedulablePlugins);
    pendingPlugins = sorted(pendingPlugins);
  }

  /** Rejected by these plugins, none of which is pending. */
  public static Rejection by(Collection<String> unschedulablePlugins) {
    return new Rejection(new TreeSet<>(unschedulablePlugins), Set.of());
  }

  /** Rejected by one plugin. */
  public static Rejection by(String unschedulablePlugin) {
    return new Rejection(Set.of(unschedulablePlugin), Set.of());
  }

  /** Whether no plugin rejected the pod. */
  public boolean isEmpty() {
    return unschedulablePlugins.isEmpty() && pendingPlugins.isEmpty();
  }

  private static Set<String> sorted(Set<String> names) {
    return names.size() < 2 ? Set.copyOf(names) : Collections.unmodifiableSet(new TreeSet<>(names));
  }
}
