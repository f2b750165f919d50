package io.berth.conformance;

import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceEventHandler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects of one kind, laid out by hand. */
final class Shelf<T extends HasMetadata> implements Informer<T> {

  private final List<ResourceEventHandler<T>> handlers = new ArrayList<>();
  private List<T> items = List.of();

  /** Puts the objects there, and tells the handlers. */
  void fill(List<T> objects) {
    var sorted = new ArrayList<>(objects);
    sorted.sort(Comparator.comparing((T item) -> namespace(item)).thenComparing(item -> item.getMetadata().getName()));
    items = List.copyOf(sorted);
    handlers.forEach(handler -> items.forEach(handler::onAdd));
  }

  private static String namespace(HasMetadata item) {
    String namespace = item.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }

  @Override
  public void addHandler(ResourceEventHandler<T> handler) {
    handlers.add(handler);
    items.forEach(handler::onAdd);
  }

  @Override
  public @Nullable T get(String namespace, String name) {
    return list(namespace).stream().filter(item -> item.getMetadata().getName().equals(name)).findFirst().orElse(null);
  }

  @Override
  public List<T> list() {
    return items;
  }

  @Override
  public List<T> list(String namespace) {
    return items.stream().filter(item -> namespace(item).equals(namespace)).toList();
  }
}
