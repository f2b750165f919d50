package io.berth.simulator.internal;

import io.berth.framework.cluster.EventSink;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a controller knows of one kind. Lives on the controller's serial executor, whatever thread the watch calls on. */
public final class Mirror<T extends HasMetadata> implements EventSink<T> {
  private final Executor executor;
  private final Listener<T> listener;
  private final Runnable whenSynced;
  private final Consumer<Throwable> whenFailed;
  private final TreeMap<ObjectKey, T> objects = new TreeMap<>();

  /** Hears of each change after the mirror shows it. */
  @FunctionalInterface
  public interface Listener<T> {
    void changed(ObjectKey key, @Nullable T before, @Nullable T after);
  }

  /** A mirror that tells nobody when it is whole or has ended. */
  public Mirror(Executor executor, Listener<T> listener) {
    this(executor, listener, () -> {}, cause -> {});
  }

  /**
   * Makes a mirror.
   *
   * @param whenSynced called when the first list is there
   * @param whenFailed called when the watch has ended though its owner did not close it
   */
  public Mirror(Executor executor, Listener<T> listener, Runnable whenSynced, Consumer<Throwable> whenFailed) {
    this.executor = executor;
    this.listener = listener;
    this.whenSynced = whenSynced;
    this.whenFailed = whenFailed;
  }

  public @Nullable T get(ObjectKey key) {
    return objects.get(key);
  }

  public List<T> list() {
    return new ArrayList<>(objects.values());
  }

  public List<T> list(String namespace) {
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
    executor.execute(whenSynced);
  }

  @Override
  public void stopped(@Nullable Throwable cause) {
    if (cause != null) {
      executor.execute(() -> whenFailed.accept(cause));
    }
  }

  private void put(T object) {
    ObjectKey key = ObjectKey.of(object);
    T before = objects.put(key, object);
    listener.changed(key, before, object);
  }
}
