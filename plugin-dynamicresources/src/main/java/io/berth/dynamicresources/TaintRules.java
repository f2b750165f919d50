package io.berth.dynamicresources;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rules that taint devices from outside of their slices. Not thread-safe.
 *
 * <p>Source: dynamic-resource-allocation/resourceslice/tracker/tracker.go (applyPatches), v0.37.2.
 */
final class TaintRules {
  private final TreeMap<String, DeviceTaintRule> rules = new TreeMap<>();

  void put(DeviceTaintRule rule) {
    rules.put(rule.getMetadata().getName(), rule);
  }

  void remove(DeviceTaintRule rule) {
    rules.remove(rule.getMetadata().getName());
  }

  /** The slice with the taints of the rules added to its own; the slice itself if there are none. */
  ResourceSlice applyTo(ResourceSlice slice) {
    ResourceSlice tainted = slice;
    for (DeviceTaintRule rule : rules.values()) {
      if (concerns(rule, slice)) {
        tainted = applyTo(tainted, rule);
      }
    }
    return tainted;
  }

  private static ResourceSlice applyTo(ResourceSlice slice, DeviceTaintRule rule) {
    String only = rule.getSpec().getDeviceSelector().getDevice();
    List<Device> devices = new ArrayList<>(slice.getSpec().getDevices());
    boolean changed = false;
    for (int i = 0; i < devices.size(); i++) {
      if (only == null || only.equals(devices.get(i).getName())) {
        devices.set(i, new DeviceBuilder(devices.get(i)).addToTaints(rule.getSpec().getTaint()).build());
        changed = true;
      }
    }
    return changed ? new ResourceSliceBuilder(slice).editSpec().withDevices(devices).endSpec().build() : slice;
  }

  /** Whether the rule may be about devices of the slice. A rule without a selector is about none. */
  static boolean concerns(DeviceTaintRule rule, ResourceSlice slice) {
    DeviceTaintSelector selector = rule.getSpec() == null ? null : rule.getSpec().getDeviceSelector();
    return selector != null
        && slice.getSpec().getDevices() != null
        && isOr(selector.getDriver(), slice.getSpec().getDriver())
        && isOr(selector.getPool(), slice.getSpec().getPool().getName());
  }

  private static boolean isOr(@Nullable String wanted, String name) {
    return wanted == null || wanted.equals(name);
  }
}
