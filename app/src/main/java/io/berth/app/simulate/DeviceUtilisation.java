package io.berth.app.simulate;

import io.berth.framework.resource.ExactQuantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of the devices is held, before and after.
 *
 * @param drivers by name
 * @param classes how many devices claims hold that asked for a class, by name
 */
record DeviceUtilisation(List<Driver> drivers, List<Class> classes) {

  /**
   * The devices of a driver.
   *
   * @param before how many were held
   * @param after how many are held
   * @param shared capacity of devices that may be shared
   */
  record Driver(String name, int devices, int before, int after, List<Capacity> shared) {}

  /** A capacity of all shareable devices of a driver together. */
  record Capacity(String name, ExactQuantity total, ExactQuantity before, ExactQuantity after) {}

  /** Devices that were asked for by a class. */
  record Class(String name, int before, int after) {}

  static DeviceUtilisation of(Devices before, Devices after) {
    var drivers = new TreeMap<String, List<List<Devices.Use>>>();
    collect(drivers, before, 0);
    collect(drivers, after, 1);
    var classes = new TreeMap<String, int[]>();
    count(classes, before, 0);
    count(classes, after, 1);
    return new DeviceUtilisation(
        drivers.entrySet().stream().map(e -> driver(e.getKey(), e.getValue().get(0), e.getValue().get(1))).toList(),
        classes.entrySet().stream().map(e -> new Class(e.getKey(), e.getValue()[0], e.getValue()[1])).toList());
  }

  private static void collect(Map<String, List<List<Devices.Use>>> drivers, Devices devices, int when) {
    for (Devices.Use use : devices.devices()) {
      drivers.computeIfAbsent(use.id().driver(), name -> List.of(new ArrayList<>(), new ArrayList<>())).get(when).add(use);
    }
  }

  private static void count(Map<String, int[]> classes, Devices devices, int when) {
    for (Devices.Use use : devices.devices()) {
      for (Devices.Holder holder : use.holders()) {
        if (!holder.className().isEmpty() && !holder.adminAccess()) {
          classes.computeIfAbsent(holder.className(), name -> new int[2])[when]++;
        }
      }
    }
  }

  private static Driver driver(String name, List<Devices.Use> before, List<Devices.Use> after) {
    var capacities = new LinkedHashMap<String, Capacity>();
    for (Devices.Use use : after) {
      if (use.shareable()) {
        use.capacity().keySet().forEach(capacity -> capacities.computeIfAbsent(capacity, c -> capacity(c, before, after)));
      }
    }
    return new Driver(name, after.size(), held(before), held(after), List.copyOf(capacities.values()));
  }

  private static int held(List<Devices.Use> uses) {
    return (int) uses.stream().filter(Devices.Use::held).count();
  }

  private static Capacity capacity(String name, List<Devices.Use> before, List<Devices.Use> after) {
    ExactQuantity total = ExactQuantity.ZERO;
    for (Devices.Use use : after) {
      if (use.shareable()) {
        total = total.plus(use.capacity().getOrDefault(name, ExactQuantity.ZERO));
      }
    }
    return new Capacity(name, total, consumed(name, before), consumed(name, after));
  }

  private static ExactQuantity consumed(String name, List<Devices.Use> uses) {
    ExactQuantity sum = ExactQuantity.ZERO;
    for (Devices.Use use : uses) {
      if (use.shareable()) {
        sum = sum.plus(use.consumed(name));
      }
    }
    return sum;
  }
}
