package io.berth.dynamicresources.slices;

/**
 * A device, whether it is published or not.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/structured/schedulerapi/types.go DeviceID, v1.37.2.
 *
 * @param poolId its pool
 * @param device its name, unique in the pool
 */
public record DeviceId(PoolId poolId, String device) implements Comparable<DeviceId> {

  /** A device by its three names. */
  public static DeviceId of(String driver, String pool, String device) {
    return new DeviceId(new PoolId(driver, pool), device);
  }

  /**
   * Reads {@code driver/pool/device}, where only the pool's name may have a slash.
   *
   * @throws IllegalArgumentException if there are fewer than two slashes
   */
  public static DeviceId parse(String text) {
    int first = text.indexOf('/');
    int last = text.lastIndexOf('/');
    if (first == last) {
      throw new IllegalArgumentException("not driver/pool/device: " + text);
    }
    return of(text.substring(0, first), text.substring(first + 1, last), text.substring(last + 1));
  }

  /** The driver. */
  public String driver() {
    return poolId.driver();
  }

  /** The name of the pool. */
  public String pool() {
    return poolId.pool();
  }

  @Override
  public int compareTo(DeviceId other) {
    int byPool = poolId.compareTo(other.poolId);
    return byPool != 0 ? byPool : device.compareTo(other.device);
  }

  /** As upstream writes it: {@code driver/pool/device}. */
  @Override
  public String toString() {
    return poolId + "/" + device;
  }
}
