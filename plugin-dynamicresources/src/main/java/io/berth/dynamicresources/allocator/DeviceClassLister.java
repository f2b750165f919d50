package io.berth.dynamicresources.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import org.jspecify.annotations.Nullable;

/** Where device classes are looked up. Thread-safe; a class that has changed is another object. */
@FunctionalInterface
public interface DeviceClassLister {
  /** The class of this name; {@code null} if there is none. Borrowed. */
  @Nullable DeviceClass get(String name);
}
