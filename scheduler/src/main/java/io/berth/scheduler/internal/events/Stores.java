package io.berth.scheduler.internal.events;

import io.berth.framework.cluster.Informer;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stores of all kinds that somebody asked for. Owned by the scheduler's own thread once it has started. */
public final class Stores {
  private final Map<ResourceKind<?>, ObjectStore<?>> stores = new LinkedHashMap<>();

  /** The store of a kind, made when it is first asked for. */
  @SuppressWarnings("unchecked") // a kind determines the class of its objects
  public <T extends HasMetadata> Informer<T> informer(ResourceKind<T> kind) {
    return (ObjectStore<T>) stores.computeIfAbsent(kind, k -> new ObjectStore<>(kind));
  }

  @SuppressWarnings("unchecked") // as above
  <T extends HasMetadata> @Nullable ObjectStore<T> find(ResourceKind<T> kind) {
    return (ObjectStore<T>) stores.get(kind);
  }

  /** The kinds that have a store. */
  public Collection<ResourceKind<?>> kinds() {
    return Collections.unmodifiableCollection(stores.keySet());
  }

  Collection<ObjectStore<?>> all() {
    return Collections.unmodifiableCollection(stores.values());
  }
}
