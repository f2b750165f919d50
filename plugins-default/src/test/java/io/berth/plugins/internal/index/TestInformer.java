package io.berth.plugins.internal.index;

import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceEventHandler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Objects of one kind; tells handlers of changes at once. */
public final class TestInformer<T extends HasMetadata> implements Informer<T> {
  private final Map<String, T> objects = new TreeMap<>();
  private final List<ResourceEventHandler<T>> handlers = new ArrayList<>();

  /** Adds an object or replaces it. */
  public void put(T object) {
    T before = objects.put(key(object.getMetadata().getNamespace(), object.getMetadata().getName()), object);
    for (ResourceEventHandler<T> handler : handlers) {
      if (before == null) {
        handler.onAdd(object);
      } else {
        handler.onUpdate(before, object);
      }
    }
  }

  /** Removes an object. */
  public void remove(String namespace, String name) {
    T gone = objects.remove(key(namespace, name));
    if (gone != null) {
      handlers.forEach(handler -> handler.onDelete(gone, false));
    }
  }

  @Override
  public void addHandler(ResourceEventHandler<T> handler) {
    handlers.add(handler);
    objects.values().forEach(handler::onAdd);
  }

  @Override
  public @Nullable T get(String namespace, String name) {
    return objects.get(key(namespace, name));
  }

  @Override
  public List<T> list() {
    return List.copyOf(objects.values());
  }

  @Override
  public List<T> list(String namespace) {
    return objects.values().stream().filter(object -> namespace.equals(object.getMetadata().getNamespace())).toList();
  }

  private static String key(@Nullable String namespace, String name) {
    return (namespace == null ? "" : namespace) + "/" + name;
  }
}
