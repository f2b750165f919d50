package io.berth.framework.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Hears of the objects of one kind. Calls come one at a time, from any thread, each object's in order. The objects are borrowed and
 * never change after they were handed over.
 *
 * <p>After a relist: a changed object comes as an update, a new one as added, a missing one as deleted with its final state unknown,
 * an unchanged one not at all.
 */
public interface EventSink<T> {
  /** An object is there: from the first list, or new. */
  void added(T object);

  /** An object has changed. */
  void updated(T oldObject, T newObject);

  /**
   * An object is gone.
   *
   * @param last the last state that is known
   * @param finalStateUnknown whether changes may have been missed between that state and the deletion
   */
  void deleted(T last, boolean finalStateUnknown);

  /** The first list has been delivered whole. Called once. */
  void synced();

  /**
   * The watch has ended for good.
   *
   * @param cause why, or {@code null} when it was closed by its owner
   */
  void stopped(@Nullable Throwable cause);
}
