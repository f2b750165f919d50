package io.berth.dynamicresources.slices;

/**
 * A pool of devices.
 *
 * @param driver the driver that publishes it
 * @param pool its name, unique for the driver
 */
public record PoolId(String driver, String pool) implements Comparable<PoolId> {

  @Override
  public int compareTo(PoolId other) {
    int byDriver = driver.compareTo(other.driver);
    return byDriver != 0 ? byDriver : pool.compareTo(other.pool);
  }

  /** As upstream writes it: {@code driver/pool}. */
  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
