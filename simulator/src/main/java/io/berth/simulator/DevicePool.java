package io.berth.simulator;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Devices that a driver publishes together. Its slices are its ResourceSlices, in the order in which allocation looks at them. Without a
 * node and without a selector it can be reached from all nodes, or each device says itself from where.
 *
 * @param name unique for the driver
 * @param node the node that the devices are in, or {@code null}; without that node nothing is published
 * @param selector the nodes that reach the devices, or {@code null}
 * @param generation the least generation to publish; 0 leaves it to the driver
 * @param slices at least one
 */
public record DevicePool(
    String name, @Nullable String node, @Nullable NodeSelector selector, long generation, List<Slice> slices) {
  /** Copies the slices. */
  public DevicePool {
    slices = List.copyOf(slices);
  }

  /**
   * What becomes one ResourceSlice.
   *
   * @param devices may be empty
   * @param counters counters that the pool's devices share
   * @param perDeviceNodes whether each device names its own nodes
   */
  public record Slice(List<Device> devices, List<CounterSet> counters, boolean perDeviceNodes) {
    /** Copies the lists. */
    public Slice {
      devices = List.copyOf(devices);
      counters = List.copyOf(counters);
    }

    /** A slice of devices without shared counters. */
    public static Slice of(Device... devices) {
      return new Slice(List.of(devices), List.of(), false);
    }
  }

  /** The devices of a node, in a pool of its name. */
  public static DevicePool onNode(String node, Slice... slices) {
    return new DevicePool(node, node, null, 0, List.of(slices));
  }

  /** Devices that all nodes reach. */
  public static DevicePool everywhere(String name, Slice... slices) {
    return new DevicePool(name, null, null, 0, List.of(slices));
  }

  /** The same pool with other slices. */
  public DevicePool withSlices(Slice... other) {
    return new DevicePool(name, node, selector, generation, List.of(other));
  }

  /** The same pool, published with this generation at least. */
  public DevicePool withGeneration(long least) {
    return new DevicePool(name, node, selector, least, slices);
  }
}
