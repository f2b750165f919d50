package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Devices that a driver publishes together.
 *
 * @param name that of the node whose devices they are; others begin with {@code net}, and are another driver's
 * @param reach {@code null} if each device says so itself
 * @param generation counts up
 * @param units of which parts of devices take some; 0 when there are no parts
 * @param split whether the devices are in two slices
 */
record PoolSpec(String name, @Nullable Reach reach, long generation, int units, boolean split, List<DeviceSpec> devices) {
  static final String DRIVER = "gpu.example.com";
  static final String NETWORK_DRIVER = "nic.example.com";
  static final String UNITS = "units";

  PoolSpec {
    devices = List.copyOf(devices);
  }

  /** A node's own devices, in one slice. */
  static PoolSpec ofNode(String node, long generation, int units, List<DeviceSpec> devices) {
    return new PoolSpec(node, Reach.node(node), generation, units, false, devices);
  }

  static boolean isNetwork(String pool) {
    return pool.startsWith("net");
  }

  static String driver(String pool) {
    return isNetwork(pool) ? NETWORK_DRIVER : DRIVER;
  }

  PoolSpec with(List<DeviceSpec> other) {
    return new PoolSpec(name, reach, generation, units, split, other);
  }

  PoolSpec withGeneration(long other) {
    return new PoolSpec(name, reach, other, units, split, devices);
  }

  /** The pool's slices: its devices, and what their parts take from, if they have parts. */
  List<ResourceSlice> build() {
    long count = (units > 0 ? 2 : 1) + (split ? 1 : 0);
    int first = split ? (devices.size() + 1) / 2 : devices.size();
    List<ResourceSlice> slices = new ArrayList<>();
    if (units > 0) {
      slices.add(
          slice("counters", count)
              .editSpec()
              .addNewSharedCounter()
              .withName("set")
              .addToCounters(UNITS, new CounterBuilder().withValue(new Quantity(Integer.toString(units))).build())
              .endSharedCounter()
              .endSpec()
              .build());
    }
    slices.add(slice("devices", count, devices.subList(0, first)));
    if (split) {
      slices.add(slice("more", count, devices.subList(first, devices.size())));
    }
    return slices;
  }

  private ResourceSlice slice(String what, long count, List<DeviceSpec> some) {
    return slice(what, count)
        .editSpec()
        .withDevices(some.stream().map(device -> device.build(reach == null, driver(name))).toList())
        .endSpec()
        .build();
  }

  private ResourceSliceBuilder slice(String what, long count) {
    ResourceSliceBuilder slice =
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName(name + "-" + what)
            .endMetadata()
            .withNewSpec()
            .withDriver(driver(name))
            .withNewPool(generation, name, count)
            .endSpec();
    if (reach == null) {
      return slice.editSpec().withPerDeviceNodeSelection(true).endSpec();
    }
    return slice.editSpec().withNodeName(reach.nodeName()).withAllNodes(reach.allNodes()).withNodeSelector(reach.selector()).endSpec();
  }

  @Override
  public String toString() {
    return name + " generation " + generation + (reach == null ? " of devices with their own nodes" : " of " + reach)
        + (split ? ", two slices" : "") + (units > 0 ? ", " + units + " units: " : ": ")
        + devices.stream().map(DeviceSpec::toString).collect(Collectors.joining(" "));
  }
}
