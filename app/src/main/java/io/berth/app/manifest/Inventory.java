package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The objects of an input in its order, each of them once. Objects that have a prefix for a name get one. Not thread-safe.
 */
public final class Inventory implements ManifestSink {

  private final Problems problems;
  private final List<Manifest> manifests = new ArrayList<>();
  private final Map<String, Manifest> byKey = new HashMap<>();
  private final Map<String, Manifest> byUid = new HashMap<>();
  private @Nullable Manifest defaultClass;
  private final GeneratedNames names = new GeneratedNames();

  /** An empty one; duplicates become problems. */
  public Inventory(Problems problems) {
    this.problems = problems;
  }

  /**
   * Adds an object. One that is there already is an error, unless both are the same object of one cluster, as when two dumps overlap.
   */
  @Override
  public void accept(Manifest manifest) {
    var meta = manifest.object().getMetadata();
    if (meta.getName() == null || meta.getName().isEmpty()) {
      String scope = key(manifest.object(), "");
      meta.setName(names.next(scope, meta.getGenerateName(), name -> byKey.containsKey(key(manifest.object(), name))));
    }
    if (isNew(manifest)) {
      manifests.add(manifest);
      checkDefault(manifest);
    }
  }

  @Override
  public void broken(Manifest manifest) {
    isNew(manifest);
  }

  private boolean isNew(Manifest manifest) {
    var meta = manifest.object().getMetadata();
    Manifest first = byKey.putIfAbsent(key(manifest.object(), meta.getName()), manifest);
    String uid = meta.getUid();
    if (first == null) {
      checkUid(manifest, uid);
      return true;
    }
    if (uid != null && Objects.equals(uid, first.object().getMetadata().getUid())) {
      problems.warning(
          "same object twice",
          new Problem(manifest.origin(), manifest.subject(), "", "is the same object as at " + first.origin(), "it is read once"));
    } else {
      problems.error(
          new Problem(manifest.origin(), manifest.subject(), "", "is a duplicate of " + first.origin(), "remove or rename one of them"));
    }
    return false;
  }

  /** A cluster may have two such classes when they were created at once, so that this is no error. */
  private void checkDefault(Manifest manifest) {
    if (manifest.object() instanceof PriorityClass c && Boolean.TRUE.equals(c.getGlobalDefault())) {
      if (defaultClass == null) {
        defaultClass = manifest;
      } else {
        String what = "is true, as of " + defaultClass.subject() + " (" + defaultClass.origin() + "); an API server takes one";
        problems.warning(
            "second default class",
            new Problem(manifest.origin(), manifest.subject(), "globalDefault", what, "the one with the lower value counts"));
      }
    }
  }

  /** Two objects with one UID come of copying one and giving it another name; whoever goes by UIDs would take them for one. */
  private void checkUid(Manifest manifest, @Nullable String uid) {
    Manifest owner = uid == null || uid.isEmpty() ? null : byUid.putIfAbsent(uid, manifest);
    if (owner != null) {
      problems.error(
          new Problem(
              manifest.origin(),
              manifest.subject(),
              "metadata.uid",
              "is also the UID of " + owner.subject() + " (" + owner.origin() + ")",
              "remove it, if this is meant to be a new object"));
    }
  }

  /** All objects, in the order of the input. */
  public List<Manifest> manifests() {
    return Collections.unmodifiableList(manifests);
  }

  /** The objects of one type, in the order of the input. */
  public <T extends HasMetadata> List<T> all(Class<T> type) {
    return manifests.stream().map(Manifest::object).filter(type::isInstance).map(type::cast).toList();
  }

  /** The object of that kind, namespace (empty for a kind without) and name; {@code null} when there is none. */
  public @Nullable HasMetadata find(String kind, String namespace, String name) {
    Manifest manifest = byKey.get(kind + "/" + namespace + "/" + name);
    return manifest == null ? null : manifest.object();
  }

  private static String key(HasMetadata object, String name) {
    String namespace = object.getMetadata().getNamespace();
    return object.getKind() + "/" + (namespace == null ? "" : namespace) + "/" + name;
  }
}
