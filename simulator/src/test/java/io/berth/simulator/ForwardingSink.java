package io.berth.simulator;

import io.berth.framework.cluster.EventSink;
import org.jspecify.annotations.Nullable;

/** Passes everything on. */
abstract class ForwardingSink<T> implements EventSink<T> {
  private final EventSink<T> next;

  ForwardingSink(EventSink<T> next) {
    this.next = next;
  }

  @Override
  public void added(T object) {
    next.added(object);
  }

  @Override
  public void updated(T oldObject, T newObject) {
    next.updated(oldObject, newObject);
  }

  @Override
  public void deleted(T last, boolean finalStateUnknown) {
    next.deleted(last, finalStateUnknown);
  }

  @Override
  public void synced() {
    next.synced();
  }

  @Override
  public void stopped(@Nullable Throwable cause) {
    next.stopped(cause);
  }
}
