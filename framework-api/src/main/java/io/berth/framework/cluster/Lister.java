package io.berth.framework.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The known objects of one kind. For the scheduler's own thread; what it returns is unmodifiable and in a stable order (by namespace
 * and name).
 */
public interface Lister<T> {
  /** The object, or {@code null}; the namespace is empty for kinds without namespaces. */
  @Nullable T get(String namespace, String name);

  /** All of them. */
  List<T> list();

  /** Those of a namespace, found by an index. */
  List<T> list(String namespace);
}
