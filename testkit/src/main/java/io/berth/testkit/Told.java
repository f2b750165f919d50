package io.berth.testkit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is there and what has been told of it, with a connection between the two that a test can cut. After a cut only {@link #relist}
 * tells anything again: the difference, as a reflector would.
 */
final class Told<T extends HasMetadata> {
  private final Listener<T> listener;
  private final Map<String, T> there = new TreeMap<>();
  private final Map<String, T> told = new TreeMap<>();
  private boolean connected = true;
  private @Nullable Runnable last;

  interface Listener<T> {
    void added(T object);

    void updated(T before, T after);

    void deleted(T object, boolean finalStateUnknown);
  }

  Told(Listener<T> listener) {
    this.listener = listener;
  }

  void add(T object) {
    String key = key(object);
    if (there.putIfAbsent(key, object) != null) {
      throw new IllegalArgumentException(key + " is there already");
    }
    tell(() -> put(object));
  }

  void update(T object) {
    String key = key(object);
    if (there.replace(key, object) == null) {
      throw new IllegalArgumentException(key + " is not there");
    }
    tell(() -> put(object));
  }

  void delete(T object) {
    T gone = there.remove(key(object));
    if (gone == null) {
      throw new IllegalArgumentException(key(object) + " is not there");
    }
    tell(() -> remove(key(object), object, false));
  }

  void repeat() {
    if (last == null) {
      throw new IllegalStateException("nothing has been told yet");
    }
    last.run();
  }

  void drop() {
    connected = false;
  }

  void relist() {
    connected = true;
    for (T object : there.values()) {
      if (told.get(key(object)) != object) {
        put(object);
      }
    }
    for (String key : new ArrayList<>(told.keySet())) {
      if (!there.containsKey(key)) {
        remove(key, told.get(key), true);
      }
    }
  }

  @Nullable T get(String namespace, String name) {
    return told.get(namespace + "/" + name);
  }

  List<T> list() {
    return List.copyOf(told.values());
  }

  List<T> list(String namespace) {
    return told.values().stream().filter(object -> namespace.equals(namespace(object))).toList();
  }

  private void tell(Runnable event) {
    if (connected) {
      last = event;
      event.run();
    }
  }

  private void put(T object) {
    T before = told.put(key(object), object);
    if (before == null) {
      listener.added(object);
    } else {
      listener.updated(before, object);
    }
  }

  private void remove(String key, T object, boolean unknown) {
    if (told.remove(key) != null) {
      listener.deleted(object, unknown);
    }
  }

  private static String key(HasMetadata object) {
    return namespace(object) + "/" + object.getMetadata().getName();
  }

  private static String namespace(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }
}
