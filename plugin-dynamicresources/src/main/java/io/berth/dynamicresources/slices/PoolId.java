package io.berth.dynamicresources.slices;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A pool of devices: the driver that publishes it, and its name, which is unique for the driver. Looked up for every node of a cycle. */
public final class PoolId implements Comparable<PoolId> {
  private final String driver;
  private final String pool;
  private final int hash;

  /** The pool of this name. */
  public PoolId(String driver, String pool) {
    this.driver = driver;
    this.pool = pool;
    this.hash = Objects.hash(driver, pool);
  }

  /** The driver that publishes it. */
  public String driver() {
    return driver;
  }

  /** Its name, unique for the driver. */
  public String pool() {
    return pool;
  }

  @Override
  public int compareTo(PoolId other) {
    int byDriver = driver.compareTo(other.driver);
    return byDriver != 0 ? byDriver : pool.compareTo(other.pool);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof PoolId that && hash == that.hash && Objects.equals(pool, that.pool) && Objects.equals(driver, that.driver);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** As upstream writes it: {@code driver/pool}. */
  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
