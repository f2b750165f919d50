package io.berth.framework.cluster;

/** A lister that tells of changes. For the scheduler's own thread. */
public interface Informer<T> extends Lister<T> {
  /**
   * Adds a handler. It is told of all objects that are known already, at once, then of each change, after the lister shows it and
   * before the queue hears of it.
   */
  void addHandler(ResourceEventHandler<T> handler);
}
