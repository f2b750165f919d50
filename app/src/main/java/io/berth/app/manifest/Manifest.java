package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One object that was read, and where it stands.
 *
 * @param object the object: its kind, API version and (where its kind has one) namespace are set
 * @param origin its first line
 */
public record Manifest(HasMetadata object, Origin origin) {

  /** The object's kind, namespace and name, for messages: {@code Pod default/web-0}. */
  public String subject() {
    var meta = object.getMetadata();
    return subject(object.getKind(), meta.getNamespace(), meta.getName());
  }

  static String subject(
      @Nullable String kind,
      @Nullable String namespace,
      @Nullable String name) {
    if (kind == null) {
      return "";
    }
    if (name == null || name.isEmpty()) {
      return kind;
    }
    return namespace == null || namespace.isEmpty()
        ? kind + " " + name
        : kind + " " + namespace + "/" + name;
  }
}
