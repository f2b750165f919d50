package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.simulator.internal.Restartable;
import io.berth.simulator.internal.Session;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * A driver of devices on all nodes. It publishes its pools as ResourceSlices: what nodes come with, and what it is told to
 * {@linkplain #publish publish}. A pool whose devices change in more than one slice gets the next generation, and is incomplete until its
 * last slice is written. Slices of its own that belong to no pool are deleted, those of nodes that have gone too.
 *
 * <p>When devices with binding conditions are allocated it reports them ready, or failed, in the claim's status.
 *
 * <p>What it was told to publish survives a stop; everything else it learns anew.
 *
 * <p>Source: dynamic-resource-allocation/resourceslice/resourceslicecontroller.go, v0.37.2.
 */
public final class DeviceDriver extends Restartable<DriverSession> {
  private final DeviceDriverOptions options;
  private final Map<String, DevicePool> published = Collections.synchronizedMap(new TreeMap<>());

  /**
   * Makes the driver; it does nothing until it is started.
   *
   * @param executor serial; everything that it does runs there
   */
  public DeviceDriver(Cluster cluster, Timers timers, Executor executor, DeviceDriverOptions options) {
    super(cluster, timers, executor, options.delay());
    this.options = options;
  }

  /** A driver on simulated time. */
  public static DeviceDriver on(VirtualTime time, Cluster cluster, DeviceDriverOptions options) {
    return new DeviceDriver(cluster, time, time.executor(), options);
  }

  /** From now on the pool is to be like this; takes the place of another of the same name. From any thread. */
  public void publish(DevicePool pool) {
    published.put(pool.name(), pool);
    tell(session -> session.look(pool.name()));
  }

  /** The pool is to be no more, unless a node comes with one of that name. From any thread. */
  public void withdraw(String pool) {
    published.remove(pool);
    tell(session -> session.look(pool));
  }

  @Override
  protected DriverSession begin(Session next) {
    return new DriverSession(next, options, published);
  }
}
