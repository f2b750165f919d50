package io.berth.framework.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** The reading side of a cluster. Thread-safe. */
public interface ClusterEvents {
  /**
   * Lists the objects of the kind and then follows their changes, through lost connections and expired versions, until it is closed.
   */
  <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink);

  /** A watch that is under way. */
  interface Watch extends AutoCloseable {
    /** Ends it; {@link EventSink#stopped} follows, and nothing after that. */
    @Override
    void close();
  }
}
