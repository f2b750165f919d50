package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the kind of an object: from the class's annotations, or for generic objects from those that were registered. */
final class Kinds {
  private final Map<Class<?>, ResourceKind<?>> byClass = new ConcurrentHashMap<>();
  private final List<ResourceKind<?>> registered;

  Kinds(List<ResourceKind<?>> registered) {
    this.registered = List.copyOf(registered);
  }

  @SuppressWarnings("unchecked") // the kind is made for the object's class
  <T extends HasMetadata> ResourceKind<T> of(T object) {
    for (ResourceKind<?> kind : registered) {
      if (kind.type() == object.getClass() && (kind.type() != GenericKubernetesResource.class || isOf(object, kind))) {
        return (ResourceKind<T>) kind;
      }
    }
    if (object instanceof GenericKubernetesResource) {
      throw new IllegalArgumentException(
          "the kind " + object.getKind() + " of " + object.getApiVersion() + " is not registered with this cluster");
    }
    return (ResourceKind<T>) byClass.computeIfAbsent(object.getClass(), type -> read(object.getClass()));
  }

  private static boolean isOf(HasMetadata object, ResourceKind<?> kind) {
    return kind.kind().equals(object.getKind()) && kind.apiVersion().equals(object.getApiVersion());
  }

  private static <T extends HasMetadata> ResourceKind<T> read(Class<T> type) {
    return new ResourceKind<>(
        HasMetadata.getGroup(type),
        HasMetadata.getVersion(type),
        HasMetadata.getPlural(type),
        HasMetadata.getKind(type),
        Namespaced.class.isAssignableFrom(type),
        type);
  }
}
