package io.berth.app.timeline;

import java.util.List;

/**
 * What moments about devices point to.
 *
 * @param devices all that were ever there
 * @param pools in the order in which they came
 * @param poolStates the devices of a pool, as indexes of {@code devices}: what {@link Moment#number} of a pool points to
 * @param claims in the order in which they came; one that was deleted and created again is there twice
 * @param allocations the devices of a claim, or those that are held for a pod, each as its index and the share of it in thousandths: what
 *     {@link Moment#number} of an allocation or a hold points to
 */
public record DeviceFacts(
    List<Device> devices, List<Pool> pools, List<List<Integer>> poolStates, List<Claim> claims, List<List<Integer>> allocations) {

  /** None. */
  public static final DeviceFacts NONE = new DeviceFacts(List.of(), List.of(), List.of(), List.of(), List.of());

  /** Copies the lists. */
  public DeviceFacts {
    devices = List.copyOf(devices);
    pools = List.copyOf(pools);
    poolStates = List.copyOf(poolStates);
    claims = List.copyOf(claims);
    allocations = List.copyOf(allocations);
  }

  /**
   * A device.
   *
   * @param pool index of its pool
   * @param node the node that it is in; empty when several nodes reach it
   * @param name its name in the pool
   */
  public record Device(int pool, String node, String name) {}

  /** A pool of a driver. */
  public record Pool(String driver, String name) {}

  /** A claim. */
  public record Claim(String namespace, String name) {

    /** {@code namespace/name}. */
    public String key() {
      return namespace + "/" + name;
    }
  }
}
