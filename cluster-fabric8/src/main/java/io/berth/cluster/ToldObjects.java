package io.berth.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Objects;

/**
 * What an informer holds: the very objects that the sink was told, by namespace and name. A relist reads each object anew; what it
 * finds unchanged is dropped again, so that scheduler and informer share one copy.
 */
final class ToldObjects<T extends HasMetadata> extends BasicItemStore<T> {
  ToldObjects() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public T put(String key, T object) {
    T held = get(key);
    if (held != null
        && Objects.equals(held.getMetadata().getUid(), object.getMetadata().getUid())
        && Objects.equals(held.getMetadata().getResourceVersion(), object.getMetadata().getResourceVersion())) {
      return held; // of the same version, which the informer takes for no change
    }
    return super.put(key, object);
  }
}
