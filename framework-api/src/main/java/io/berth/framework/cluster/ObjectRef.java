package io.berth.framework.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Names one object.
 *
 * @param kind its kind
 * @param namespace empty for kinds without namespaces
 * @param name its name
 * @param uid when not empty, a precondition: an object of the same name with another UID is not meant
 */
public record ObjectRef<T extends HasMetadata>(ResourceKind<T> kind, String namespace, String name, String uid) {
  /** A reference to exactly this object. */
  public static <T extends HasMetadata> ObjectRef<T> of(ResourceKind<T> kind, T object) {
    String namespace = object.getMetadata().getNamespace();
    String uid = object.getMetadata().getUid();
    return new ObjectRef<>(
        kind, namespace == null ? "" : namespace, object.getMetadata().getName(), uid == null ? "" : uid);
  }

  /** {@code namespace/name}, or the name alone. */
  public String key() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
