package io.berth.scheduler.internal.events;

import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The known objects of one kind, in the order of namespace and name. Owned by the scheduler's own thread.
 *
 * @param <T> the objects' class
 */
final class ObjectStore<T extends HasMetadata> implements Informer<T> {
  private final ResourceKind<T> kind;
  private final TreeMap<String, TreeMap<String, T>> objects = new TreeMap<>();
  private final Map<String, List<T>> listed = new HashMap<>();
  private final List<ResourceEventHandler<T>> handlers = new ArrayList<>();
  private @Nullable List<T> all;

  ObjectStore(ResourceKind<T> kind) {
    this.kind = kind;
  }

  ResourceKind<T> kind() {
    return kind;
  }

  @Override
  public @Nullable T get(String namespace, String name) {
    Map<String, T> inNamespace = objects.get(namespace);
    return inNamespace == null ? null : inNamespace.get(name);
  }

  @Override
  public List<T> list() {
    List<T> result = all;
    if (result == null) {
      List<T> collected = new ArrayList<>();
      objects.values().forEach(inNamespace -> collected.addAll(inNamespace.values()));
      result = List.copyOf(collected);
      all = result;
    }
    return result;
  }

  @Override
  public List<T> list(String namespace) {
    return listed.computeIfAbsent(
        namespace, name -> List.copyOf(objects.getOrDefault(name, new TreeMap<>()).values()));
  }

  @Override
  public void addHandler(ResourceEventHandler<T> handler) {
    handlers.add(handler);
    list().forEach(handler::onAdd);
  }

  /** The object is there now; tells handlers of an add or an update. */
  void put(T object) {
    T before = objects.computeIfAbsent(namespace(object), n -> new TreeMap<>()).put(name(object), object);
    forgetLists(object);
    for (ResourceEventHandler<T> handler : List.copyOf(handlers)) {
      if (before == null) {
        handler.onAdd(object);
      } else {
        handler.onUpdate(before, object);
      }
    }
  }

  /** The object is gone; tells handlers unless it was not known. */
  void remove(T last, boolean finalStateUnknown) {
    TreeMap<String, T> inNamespace = objects.get(namespace(last));
    if (inNamespace == null || inNamespace.remove(name(last)) == null) {
      return;
    }
    if (inNamespace.isEmpty()) {
      objects.remove(namespace(last));
    }
    forgetLists(last);
    for (ResourceEventHandler<T> handler : List.copyOf(handlers)) {
      handler.onDelete(last, finalStateUnknown);
    }
  }

  private void forgetLists(T object) {
    all = null;
    listed.remove(namespace(object));
  }

  private String namespace(T object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null || !kind.namespaced() ? "" : namespace;
  }

  private String name(T object) {
    return object.getMetadata().getName();
  }
}
