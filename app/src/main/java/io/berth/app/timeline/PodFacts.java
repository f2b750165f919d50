package io.berth.app.timeline;

import io.berth.framework.resource.Resources;

/**
 * What does not change of a pod while it is there.
 *
 * @param owner its controller as {@code Kind/name}; empty when it has none
 */
public record PodFacts(String namespace, String name, String owner, int priority, Resources requests) {

  /** {@code namespace/name}. */
  public String key() {
    return namespace + "/" + name;
  }
}
