package io.berth.scheduler.internal.events;

import io.berth.framework.cluster.EventSink;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a watch tells, on any thread, to a handler on the scheduler's own, one task an event, in order.
 *
 * @param <T> the objects' class
 */
final class Feed<T> implements EventSink<T> {
  private final Executor thread;
  private final ObjectHandler<T> handler;
  private final Runnable onSynced;
  private final Consumer<Throwable> onStopped;

  /** Hears of objects of one kind, on the scheduler's own thread. */
  interface ObjectHandler<T> {
    void added(T object);

    void updated(T oldObject, T newObject);

    void deleted(T last, boolean finalStateUnknown);
  }

  Feed(Executor thread, ObjectHandler<T> handler, Runnable onSynced, Consumer<Throwable> onStopped) {
    this.thread = thread;
    this.handler = handler;
    this.onSynced = onSynced;
    this.onStopped = onStopped;
  }

  @Override
  public void added(T object) {
    thread.execute(() -> handler.added(object));
  }

  @Override
  public void updated(T oldObject, T newObject) {
    thread.execute(() -> handler.updated(oldObject, newObject));
  }

  @Override
  public void deleted(T last, boolean finalStateUnknown) {
    thread.execute(() -> handler.deleted(last, finalStateUnknown));
  }

  @Override
  public void synced() {
    thread.execute(onSynced);
  }

  @Override
  public void stopped(@Nullable Throwable cause) {
    if (cause != null) {
      onStopped.accept(cause);
    }
  }
}
