package io.berth.plugins.internal.index;

import io.berth.framework.model.PodInfo;
import io.berth.framework.selector.Selector;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Picks pods by namespace and labels.
 *
 * @param namespaces the namespaces, or {@code null} for all
 * @param selector which labels
 */
public record Clause(@Nullable Set<String> namespaces, Selector selector) {
  /** Copies the namespaces. */
  public Clause {
    namespaces = namespaces == null ? null : Set.copyOf(namespaces);
  }

  /** Whether the pod is picked. */
  public boolean matches(PodInfo pod) {
    return matches(pod.namespace(), pod.labels());
  }

  boolean matches(String namespace, Map<String, String> labels) {
    return (namespaces == null || namespaces.contains(namespace)) && selector.matches(labels);
  }
}
