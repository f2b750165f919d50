package io.berth.testkit;

import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceEventHandler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An informer that a test drives event by event. It shows what has been told, which is not what is there after {@link #drop()}. Not
 * thread-safe.
 */
public final class FakeInformer<T extends HasMetadata> implements Informer<T> {
  private final List<ResourceEventHandler<T>> handlers = new ArrayList<>();
  private final Told<T> told =
      new Told<>(
          new Told.Listener<>() {
            @Override
            public void added(T object) {
              handlers.forEach(handler -> handler.onAdd(object));
            }

            @Override
            public void updated(T before, T after) {
              handlers.forEach(handler -> handler.onUpdate(before, after));
            }

            @Override
            public void deleted(T object, boolean finalStateUnknown) {
              handlers.forEach(handler -> handler.onDelete(object, finalStateUnknown));
            }
          });

  /** The object comes to be. */
  public FakeInformer<T> add(T object) {
    told.add(object);
    return this;
  }

  /** The object of the same name changes to this one. */
  public FakeInformer<T> update(T object) {
    told.update(object);
    return this;
  }

  /** The object ceases to be; this is its last state. */
  public FakeInformer<T> delete(T object) {
    told.delete(object);
    return this;
  }

  /** The last event comes once more. */
  public void duplicate() {
    told.repeat();
  }

  /** Nothing is told from now on. */
  public void drop() {
    told.drop();
  }

  /** The difference between what was told and what is there is told: updates, additions, deletions of unknown final state. */
  public void relist() {
    told.relist();
  }

  @Override
  public void addHandler(ResourceEventHandler<T> handler) {
    handlers.add(handler);
    told.list().forEach(handler::onAdd);
  }

  @Override
  public @Nullable T get(String namespace, String name) {
    return told.get(namespace, name);
  }

  @Override
  public List<T> list() {
    return told.list();
  }

  @Override
  public List<T> list(String namespace) {
    return told.list(namespace);
  }
}
