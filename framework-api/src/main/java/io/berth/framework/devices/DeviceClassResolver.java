package io.berth.framework.devices;

import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import org.jspecify.annotations.Nullable;

/**
 * Which device class stands for an extended resource, so that a pod which requests the resource is given devices of the class.
 *
 * <p>Source: kube-scheduler/framework/listers.go, v1.37.2.
 */
@FunctionalInterface
public interface DeviceClassResolver {
  /** No resource is backed by a class: what there is without {@link FeatureGates#DRA_EXTENDED_RESOURCE}. */
  DeviceClassResolver NONE = resourceName -> null;

  /** Before the name of a class, the resource that always stands for it. */
  String RESOURCE_DEVICE_CLASS_PREFIX = "deviceclass.resource.kubernetes.io/";

  /**
   * The class that stands for the resource, or {@code null}. To be called on the scheduler's own thread or, while that waits, on
   * threads that filter and score. Costs one look into a hash table.
   */
  @Nullable DeviceClass getDeviceClass(ResourceName resourceName);

  /**
   * The scheduler's one resolver, which follows the classes as the scheduler's thread sees them, or {@link #NONE} without the gate. To be
   * asked for when a plugin is created; the plugin reads {@link ResourceKind#DEVICE_CLASSES}.
   */
  static DeviceClassResolver of(Handle handle) {
    if (!handle.featureGates().enabled(FeatureGates.DRA_EXTENDED_RESOURCE)
        || !handle.featureGates().enabled(FeatureGates.DYNAMIC_RESOURCE_ALLOCATION)) {
      return NONE;
    }
    return handle.shared(
        DeviceClassResolver.class,
        () -> {
          ExtendedResourceCache cache = new ExtendedResourceCache();
          handle.informer(ResourceKind.DEVICE_CLASSES).addHandler(cache);
          return cache;
        });
  }

  /** The name of the resource that the class itself names, or the empty string. */
  static String extendedResourceName(DeviceClass deviceClass) {
    String name = deviceClass.getSpec() == null ? null : deviceClass.getSpec().getExtendedResourceName();
    return name == null ? "" : name;
  }
}
