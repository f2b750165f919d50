package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CounterBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The devices of a node.
 *
 * @param generation counts up
 * @param units of which parts of devices take some; 0 when there are no parts
 */
record PoolSpec(String node, long generation, int units, List<DeviceSpec> devices) {
  static final String DRIVER = "gpu.example.com";
  static final String UNITS = "units";
  static final String MEMORY = "memory";
  static final int SHARED_MEMORY = 4;

  PoolSpec {
    devices = List.copyOf(devices);
  }

  /**
   * A device.
   *
   * @param model what claims may ask for
   * @param units that it takes of its pool's, 0 for none
   * @param shared whether several claims may have a share of it
   */
  record DeviceSpec(String name, String model, int units, boolean shared) {
    private Device build() {
      DeviceBuilder device = new DeviceBuilder().withName(name);
      device.addToAttributes("model", text(model)).addToAttributes("kind", text(shared ? "shared" : "whole"));
      if (shared) {
        device
            .withAllowMultipleAllocations(true)
            .addToCapacity(
                MEMORY,
                new DeviceCapacityBuilder()
                    .withValue(new Quantity(Integer.toString(SHARED_MEMORY)))
                    .build());
      }
      if (units > 0) {
        device
            .addNewConsumesCounter()
            .withCounterSet("set")
            .addToCounters(
                UNITS,
                new CounterBuilder()
                    .withValue(new Quantity(Integer.toString(units)))
                    .build())
            .endConsumesCounter();
      }
      return device.build();
    }

    private static DeviceAttribute text(String value) {
      return new DeviceAttributeBuilder().withString(value).build();
    }

    @Override
    public String toString() {
      return name + ":" + model + (units > 0 ? ":" + units + " units" : "") + (shared ? ":shared" : "");
    }
  }

  /** The pool's slices: its devices, and what their parts take from, if they have parts. */
  List<ResourceSlice> build() {
    long count = units > 0 ? 2 : 1;
    List<ResourceSlice> slices = new ArrayList<>();
    if (units > 0) {
      slices.add(
          slice("counters", count)
              .editSpec()
              .addNewSharedCounter()
              .withName("set")
              .addToCounters(
                  UNITS,
                  new CounterBuilder()
                      .withValue(new Quantity(Integer.toString(units)))
                      .build())
              .endSharedCounter()
              .endSpec()
              .build());
    }
    slices.add(
        slice("devices", count).editSpec().withDevices(devices.stream().map(DeviceSpec::build).toList()).endSpec().build());
    return slices;
  }

  private ResourceSliceBuilder slice(String what, long count) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(node + "-" + what)
        .endMetadata()
        .withNewSpec()
        .withDriver(DRIVER)
        .withNodeName(node)
        .withNewPool(generation, node, count)
        .endSpec();
  }

  @Override
  public String toString() {
    return node + " generation " + generation + (units > 0 ? ", " + units + " units: " : ": ")
        + devices.stream().map(DeviceSpec::toString).collect(Collectors.joining(" "));
  }
}
