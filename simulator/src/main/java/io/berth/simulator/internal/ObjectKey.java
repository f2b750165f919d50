package io.berth.simulator.internal;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Where an object stands among those of its kind; ordered by namespace, then name. The namespace of some kinds is empty. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
  public static ObjectKey of(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return new ObjectKey(namespace == null ? "" : namespace, object.getMetadata().getName());
  }

  @Override
  public int compareTo(ObjectKey other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
