package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A pool as one node sees it, read in the plainest way.
 *
 * @param id driver and name
 * @param whole whether all of its slices are there, and no device is in two of them; else nothing is given away
 * @param usable what the node may use
 * @param all what is published of the same generation, for whatever node
 * @param units of the pool
 * @param newest the names of the devices of the newest generation
 */
record NaivePool(String id, boolean whole, List<NaiveDevice> usable, List<NaiveDevice> all, long units, Set<String> newest) {

  /**
   * A device.
   *
   * @param pool its pool's id
   * @param here whether the node may use it
   * @param slice in which it is published
   */
  record NaiveDevice(String pool, String name, boolean here, Device bean, List<DeviceTaint> taints, ResourceSliceSpec slice) {
    String id() {
      return pool + "/" + name;
    }

    boolean shared() {
      return Boolean.TRUE.equals(bean.getAllowMultipleAllocations());
    }

    long units() {
      return bean.getConsumesCounters().stream().mapToLong(set -> NaivePool.units(set.getCounters().get(PoolSpec.UNITS).getValue().getNumericalAmount())).sum();
    }

    List<String> groups() {
      return bean.getConsumesCounters().stream().flatMap(set -> set.getCompatibilityGroups().stream()).toList();
    }
  }

  private static long units(BigDecimal amount) {
    return amount.longValueExact();
  }

  static String id(String driver, String pool) {
    return driver + "/" + pool;
  }

  /** The pools that the node sees, by id. */
  static List<NaivePool> on(Node node, Collection<ResourceSlice> slices, Collection<DeviceTaintRule> rules) {
    Map<String, List<ResourceSliceSpec>> byPool = new TreeMap<>();
    for (ResourceSlice slice : slices) {
      byPool.computeIfAbsent(id(slice.getSpec().getDriver(), slice.getSpec().getPool().getName()), id -> new ArrayList<>()).add(slice.getSpec());
    }
    List<NaivePool> seen = new ArrayList<>();
    byPool.forEach(
        (id, own) -> {
          List<ResourceSliceSpec> here = generation(own.stream().filter(slice -> isFor(slice, node)).toList(), -1);
          if (!here.isEmpty()) {
            NaivePool pool = read(id, here, own, node, rules);
            if (pool != null) {
              seen.add(pool);
            }
          }
        });
    return seen;
  }

  private static NaivePool read(String id, List<ResourceSliceSpec> here, List<ResourceSliceSpec> own, Node node, Collection<DeviceTaintRule> rules) {
    long generation = here.get(0).getPool().getGeneration();
    long count = here.get(0).getPool().getResourceSliceCount();
    List<ResourceSliceSpec> newest = generation(own, -1);
    List<ResourceSliceSpec> all = here;
    if (here.size() != count) {
      if (newest.get(0).getPool().getGeneration() > generation) {
        return null; // something newer is on its way, and nothing of it for this node
      }
      all = generation(own, generation);
    }
    if (all.size() != count) {
      return new NaivePool(id, false, List.of(), List.of(), 0, Set.of());
    }
    List<NaiveDevice> published = new ArrayList<>();
    long units = 0;
    for (ResourceSliceSpec slice : all) {
      units += slice.getSharedCounters().stream().mapToLong(set -> units(set.getCounters().get(PoolSpec.UNITS).getValue().getNumericalAmount())).sum();
      for (Device device : slice.getDevices()) {
        published.add(new NaiveDevice(id, device.getName(), here.contains(slice) && isFor(slice, device, node), device, taints(id, device, rules), slice));
      }
    }
    boolean twice = here.stream().flatMap(slice -> slice.getDevices().stream()).map(Device::getName).distinct().count()
        < here.stream().mapToLong(slice -> slice.getDevices().size()).sum();
    if (twice) {
      return new NaivePool(id, false, List.of(), List.of(), 0, Set.of());
    }
    Set<String> names = newest.stream().flatMap(slice -> slice.getDevices().stream()).map(Device::getName).collect(Collectors.toCollection(HashSet::new));
    return new NaivePool(id, true, published.stream().filter(NaiveDevice::here).toList(), published, units, names);
  }

  /** The slices of a generation; the newest one for -1. */
  private static List<ResourceSliceSpec> generation(List<ResourceSliceSpec> slices, long wanted) {
    long newest = slices.stream().mapToLong(slice -> slice.getPool().getGeneration()).max().orElse(0);
    return slices.stream().filter(slice -> slice.getPool().getGeneration() == (wanted < 0 ? newest : wanted)).toList();
  }

  private static boolean isFor(ResourceSliceSpec slice, Node node) {
    return Boolean.TRUE.equals(slice.getPerDeviceNodeSelection())
        ? slice.getDevices().stream().anyMatch(device -> isFor(slice, device, node))
        : Reach.means(slice.getNodeName(), slice.getAllNodes(), slice.getNodeSelector(), node);
  }

  /** Whether the device of the slice can be used on the node. */
  static boolean isFor(ResourceSliceSpec slice, Device device, Node node) {
    return Boolean.TRUE.equals(slice.getPerDeviceNodeSelection())
        ? Reach.means(device.getNodeName(), device.getAllNodes(), device.getNodeSelector(), node)
        : Reach.means(slice.getNodeName(), slice.getAllNodes(), slice.getNodeSelector(), node);
  }

  private static List<DeviceTaint> taints(String pool, Device device, Collection<DeviceTaintRule> rules) {
    List<DeviceTaint> taints = new ArrayList<>(device.getTaints());
    for (DeviceTaintRule rule : rules) {
      DeviceTaintSelector selector = rule.getSpec().getDeviceSelector();
      String driver = pool.substring(0, pool.indexOf('/'));
      String name = pool.substring(pool.indexOf('/') + 1);
      boolean selects =
          selector != null
              && (selector.getDriver() == null || selector.getDriver().equals(driver))
              && (selector.getPool() == null || selector.getPool().equals(name))
              && (selector.getDevice() == null || selector.getDevice().equals(device.getName()));
      if (selects) {
        taints.add(rule.getSpec().getTaint());
      }
    }
    return taints;
  }
}
