package io.berth.dynamicresources.slices;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.QuantityFormatException;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A resource slice, parsed once. Immutable. */
public final class Slice {

  private final String name;
  private final PoolId poolId;
  private final ResourceSliceSpec spec;
  private final long sequence;
  private final NodeReach reach;
  private final boolean groups;
  private final List<Device> devices;
  private final @Nullable String problem;

  private Slice(ResourceSlice bean, long sequence, @Nullable Slice former) {
    this.name = bean.getMetadata().getName();
    this.spec = bean.getSpec();
    this.sequence = sequence;
    this.poolId = new PoolId(spec.getDriver(), spec.getPool().getName());
    this.reach = NodeReach.of(spec.getNodeName(), spec.getAllNodes(), spec.getNodeSelector());
    List<io.fabric8.kubernetes.api.model.resource.v1.Device> beans = spec.getDevices() == null ? List.of() : spec.getDevices();
    List<Device> read = new ArrayList<>(beans.size());
    String unreadable = null;
    boolean withGroups = false;
    for (int i = 0; i < beans.size(); i++) {
      var device = beans.get(i);
      withGroups |= declaresGroups(device);
      try {
        Device one = new Device(this, device, former == null ? null : former.sameDevice(i, device.getName()));
        read.add(one);
        unreadable = unreadable != null ? unreadable : negative(one);
      } catch (QuantityFormatException e) {
        unreadable = unreadable != null ? unreadable : "device " + device.getName() + " cannot be read: " + e.getMessage();
      }
    }
    this.devices = List.copyOf(read);
    this.groups = withGroups;
    this.problem = unreadable;
  }

  /**
   * Parses a slice.
   *
   * @param sequence its place among slices that have no other order
   * @param former the version before this one; what did not change is taken from it
   */
  static Slice of(ResourceSlice bean, long sequence, @Nullable Slice former) {
    return new Slice(bean, sequence, former);
  }

  /** Of a negative capacity nobody can say what is left, and a search that meets it fails for every pod. */
  private static @Nullable String negative(Device device) {
    for (Capacity capacity : device.capacities()) {
      if (capacity.value().compareTo(ExactQuantity.ZERO) < 0) {
        return "device " + device.name() + " has a negative capacity " + capacity.name();
      }
    }
    return null;
  }

  private static boolean declaresGroups(io.fabric8.kubernetes.api.model.resource.v1.Device device) {
    if (device.getConsumesCounters() != null) {
      for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
        if (consumption.getCompatibilityGroups() != null && !consumption.getCompatibilityGroups().isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  private @Nullable Device sameDevice(int index, String deviceName) {
    if (index < devices.size() && devices.get(index).name().equals(deviceName)) {
      return devices.get(index);
    }
    for (Device device : devices) {
      if (device.name().equals(deviceName)) {
        return device;
      }
    }
    return null;
  }

  /** The name of the object. */
  public String name() {
    return name;
  }

  /** The pool that it is a part of. */
  public PoolId poolId() {
    return poolId;
  }

  /** The generation of the pool. */
  public long generation() {
    Long generation = spec.getPool().getGeneration();
    return generation == null ? 0 : generation;
  }

  /** How many slices the pool has in this generation. */
  public long sliceCount() {
    Long count = spec.getPool().getResourceSliceCount();
    return count == null ? 0 : count;
  }

  /** The devices, in the order in which they were published. */
  public List<Device> devices() {
    return devices;
  }

  /** The operations that a node need not do for its devices. Borrowed. */
  public List<String> skipNodeOperations() {
    return spec.getSkipNodeOperations() == null ? List.of() : spec.getSkipNodeOperations();
  }

  /** The only node that can use its devices; {@code null} if it does not name one. */
  @Nullable String nodeName() {
    return spec.getNodeName();
  }

  /** Whether each device says which nodes can use it. */
  boolean perDeviceNodeSelection() {
    return Boolean.TRUE.equals(spec.getPerDeviceNodeSelection());
  }

  NodeReach reach() {
    return reach;
  }

  long sequence() {
    return sequence;
  }

  List<CounterSet> sharedCounters() {
    return spec.getSharedCounters() == null ? List.of() : spec.getSharedCounters();
  }

  /** Whether a device declares compatibility groups. */
  boolean declaresGroups() {
    return groups;
  }

  /** What keeps it from being used; {@code null} if nothing does. */
  @Nullable String problem() {
    return problem;
  }

  /** Whether allocation does not look at it at all, since it needs what is off. */
  boolean isIgnored(Features features) {
    return !features.partitionableDevices() && (spec.getPerDeviceNodeSelection() != null || !sharedCounters().isEmpty())
        || !features.compatibilityGroups() && groups;
  }

  /** Whether it publishes counters and not devices. */
  boolean holdsCounters(Features features) {
    return features.partitionableDevices() && !sharedCounters().isEmpty();
  }

  /** Whether the node can use it, or one of its devices. */
  boolean isReachable(NodeKey node) {
    if (reach.isSet()) {
      return reach.matches(node);
    }
    if (perDeviceNodeSelection()) {
      for (Device device : devices) {
        if (device.reach().matches(node)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return name;
  }
}
