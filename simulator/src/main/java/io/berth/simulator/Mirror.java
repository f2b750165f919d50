package io.berth.simulator;

import io.berth.framework.cluster.EventSink;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a controller knows of one kind. Lives on the controller's serial executor, whatever thread the watch calls on. */
final class Mirror<T extends HasMetadata> implements EventSink<T> {
  private final Executor executor;
  private final Listener<T> listener;
  private final TreeMap<ObjectKey, T> objects = new TreeMap<>();

  /** Hears of each change after the mirror shows it. */
  @FunctionalInterface
  interface Listener<T> {
    void changed(ObjectKey key, @Nullable T before, @Nullable T after);
  }

  Mirror(Executor executor, Listener<T> listener) {
    this.executor = executor;
    this.listener = listener;
  }

  @Nullable T get(ObjectKey key) {
    return objects.get(key);
  }

  List<T> list() {
    return new ArrayList<>(objects.values());
  }

  List<T> list(String namespace) {
    return new ArrayList<>(objects.subMap(new ObjectKey(namespace, ""), new ObjectKey(namespace + '\0', "")).values());
  }

  @Override
  public void added(T object) {
    executor.execute(() -> put(object));
  }

  @Override
  public void updated(T oldObject, T newObject) {
    executor.execute(() -> put(newObject));
  }

  @Override
  public void deleted(T last, boolean finalStateUnknown) {
    executor.execute(
        () -> {
          ObjectKey key = ObjectKey.of(last);
          listener.changed(key, objects.remove(key), null);
        });
  }

  @Override
  public void synced() {
    // a controller acts on what it sees, and again when it sees more
  }

  @Override
  public void stopped(@Nullable Throwable cause) {
    // the controller was stopped, or works on what it saw last
  }

  private void put(T object) {
    ObjectKey key = ObjectKey.of(object);
    T before = objects.put(key, object);
    listener.changed(key, before, object);
  }
}
