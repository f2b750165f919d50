package io.berth.app.timeline;

import io.berth.framework.cluster.EventSink;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A sink in three pieces. */
record Changes<T>(Consumer<T> add, BiConsumer<T, T> update, Consumer<T> delete) implements EventSink<T> {
  @Override
  public void added(T object) {
    add.accept(object);
  }

  @Override
  public void updated(T oldObject, T newObject) {
    update.accept(oldObject, newObject);
  }

  @Override
  public void deleted(T last, boolean finalStateUnknown) {
    delete.accept(last);
  }

  @Override
  public void synced() {}

  @Override
  public void stopped(@Nullable Throwable cause) {}
}
