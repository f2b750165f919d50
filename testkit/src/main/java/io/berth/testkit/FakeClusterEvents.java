package io.berth.testkit;

import io.berth.framework.cluster.ClusterEvents;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The reading side of a cluster that a test drives event by event: sinks are called at once, on the test's thread. One watch a kind.
 * Not thread-safe.
 */
public final class FakeClusterEvents implements ClusterEvents {
  private final Map<ResourceKind<?>, FakeWatch<?>> watches = new LinkedHashMap<>();

  @Override
  public <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink) {
    FakeWatch<T> watch = new FakeWatch<>(kind, sink);
    if (watches.putIfAbsent(kind, watch) != null) {
      throw new IllegalStateException(kind + " is watched already");
    }
    return watch;
  }

  /** The watch of the kind, which somebody must have opened. */
  @SuppressWarnings("unchecked") // a watch is stored under the kind that it was opened for
  public <T extends HasMetadata> FakeWatch<T> of(ResourceKind<T> kind) {
    FakeWatch<?> watch = watches.get(kind);
    if (watch == null) {
      throw new IllegalStateException("nobody watches " + kind + "; watched are " + watches.keySet());
    }
    return (FakeWatch<T>) watch;
  }

  /** The kinds that are watched, in the order in which the watches were opened. */
  public Set<ResourceKind<?>> kinds() {
    return Set.copyOf(watches.keySet());
  }

  /** All watches have listed everything: there was nothing, unless something was added. */
  public void syncAll() {
    watches.values().forEach(FakeWatch::sync);
  }
}
